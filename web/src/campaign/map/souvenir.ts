// The board as a picture to keep: the drawing on the screen as an SVG file of its own, with title and slips below.
import type { Box } from '../../map/fit'

export interface Caption { title: string; rows: string[] }
const LINE = 34

/** An SVG file of a drawing: styles, variables and fonts of the page are written into it. */
export async function souvenirOf(drawn: SVGSVGElement, box: Box, caption: Caption): Promise<{ text: string; width: number; height: number }> {
  const copy = drawn.cloneNode(true) as SVGSVGElement
  for (const extra of copy.querySelectorAll('.lane, .place, .lit, .fade')) extra.remove()
  const [x, y, width, height] = box
  const head = 90
  const foot = caption.rows.length ? caption.rows.length * LINE + 50 : 20
  copy.setAttribute('viewBox', [x, y - head, width, height + head + foot].join(' '))
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height + head + foot))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  for (const attribute of ['role', 'aria-label', 'tabindex']) copy.removeAttribute(attribute)
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = (await fonts()) + rulesFor(drawn)
  copy.prepend(style)
  const paper = valueOf('--paper')
  const ink = valueOf('--ink')
  const text = (at: number, size: number, said: string) => `<text x="${x + width / 2}" y="${at}" text-anchor="middle" style="font:700 ${size}px Alegreya,serif;fill:${ink};stroke:none">${escaped(said)}</text>`
  const rows = caption.rows.map((row, index) => text(y + height + 50 + index * LINE, 22, row)).join('')
  copy.insertAdjacentHTML(
    'beforeend',
    `<rect x="${x}" y="${y - head}" width="${width}" height="${head}" fill="${paper}"/>${text(y - head / 2 + 16, 48, caption.title)}<rect x="${x}" y="${y + height}" width="${width}" height="${foot}" fill="${paper}"/>${rows}`,
  )
  return { text: new XMLSerializer().serializeToString(copy), width, height: height + head + foot }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
function valueOf(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim()
}

/** The style rules of the page that hold for something in the drawing, with the values of variables. */
function rulesFor(drawn: SVGSVGElement): string {
  const found: string[] = []
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || rule.selectorText.startsWith(':root')) continue
      try {
        if (drawn.matches(rule.selectorText) || drawn.querySelector(rule.selectorText)) found.push(rule.cssText)
      } catch {
        // A selector that is only for other browsers.
      }
    }
  return found.join('\n').replace(/var\((--[\w-]+)\)/g, (all, name: string) => valueOf(name) || all)
}

/** The fonts that are loaded, written into the file. */
async function fonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule)
  const written = await Promise.all(
    rules.map(async (rule) => {
      const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1]
      if (!address) return ''
      const answer = await fetch(new URL(address, rule.parentStyleSheet?.href ?? document.baseURI)).catch(() => null)
      if (!answer?.ok) return ''
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return rule.cssText.replace(/url\("?[^")]+"?\)/, `url(data:font/woff2;base64,${btoa(String.fromCharCode(...bytes))})`)
    }),
  )
  return written.join('\n')
}

/** The picture as PNG, at most this wide. */
export async function pngOf({ text, width, height }: { text: string; width: number; height: number }, most = 3200): Promise<Blob> {
  const scale = Math.min(2, most / width)
  const image = new Image()
  // No address of a blob: the page allows pictures only from its server and written out.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}
