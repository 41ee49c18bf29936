// QR codes against symbols that another encoder made (the Python package qrcode 8, level M, the same mask).
import { describe, expect, it } from 'vitest'
import { correction, qrCode, qrPath } from './qr'

/** The rows as hexadecimal numbers. */
const VECTORS: [string, string][] = [
  ['A', '1fd27f 105f41 17455d 175b5d 174e5d 104b41 1fd57f 1b00 16e74b b2bc8 19da0d 16827c 13c924 1649 1fd328 105836 174df1 175e7e 175560 1044a5 1fd090'],
  ['https://trains.example/table/AbC-_fghijklmnop', '1fd7d467f 1045d7141 174d4dd5d 175b1ad5d 17569225d 1058e1841 1fd55557f 1d4f900 11782dbf9 16976ca8d 672e434a 28da0642 11f192758 1a984faa8 ffca52d6 ea23cde0 1b558af52 1cb93020e 2fa39f68 a8b2dae3 11f12515b 1f26526ae 4e79ebbe 333cbb22 1d5a29ff0 15bcd17 1fdd3515a 104950511 175d125fb 174f0787e 174ee9ef4 104c3cfc0 1fd74bfc1'],
  ['x'.repeat(106), '1fd7bb6db7f 10579924941 174fe24925d 17520b6db5d 174c96db65d 1045c249241 1fd5555557f 197924900 16eeadb6d4b 1ea10b6db75 17b9924966 614e249251 d7cfb6db2f 8bd66db6c3 44d724920b 143a649248a ae786db699 13999db6dae 1ec7c4924d0 13b8692493c 1ccd1db6df4 142b6db75 c58a924966 1c363249250 3f9fb6db2f b186db6c3 16d6d24920b 785649248a 1045e6db699 4827db6dae 147b54924d0 11f192493c f700db6df4 164b6db15 1fd67924b56 1055e249111 1745976d9ff 1755e2db591 175062493ab 10485c927da 1fda36db73a'],
]
const rowsOf = (text: string) => qrCode(text)?.map((row) => BigInt(`0b${row.map(Number).join('')}`).toString(16)).join(' ')

describe('a QR code', () => {
  it.each(VECTORS)('of %s is the one of another encoder', (text, rows) => expect(rowsOf(text)).toBe(rows))
  it('is as small as the text allows, and none if it is too long', () => {
    expect([14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106].map((length) => qrCode('x'.repeat(length))?.length)).toEqual([21, 25, 25, 29, 29, 33, 33, 37, 37, 41, 41])
    expect(qrCode('x'.repeat(107))).toBeNull()
  })
  it('counts bytes, not letters', () => expect(qrCode('ї'.repeat(8))?.length).toBe(25))
  it('has the error correction of the standard', () =>
    // The example of ISO/IEC 18004, annex I: 01234567 in version 1-M.
    expect(correction([0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11], 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]))
  it('is drawn with a square for each dark module', () => expect(qrPath([[true, false], [false, true]])).toBe('M0 0h1v1h-1zM1 1h1v1h-1z'))
})
