// Player colours differ from each other and from every route colour, for every eye: distances in CIE Lab.
import { describe, expect, it } from 'vitest'
import { CARDS, PALETTE, PLAYERS } from './colours'

type Triple = readonly [number, number, number]
const rgb = (hex: string): Triple => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Triple
const times = (matrix: readonly Triple[], [x, y, z]: Triple): Triple => matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple

// The simulations that Chromium emulates (Machado, Oliveira, Fernandes 2009), in linear light.
const VISIONS: Record<string, readonly Triple[]> = {
  none: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
const XYZ: readonly Triple[] = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]

function lab(colour: Triple, vision: string): Triple {
  const linear = colour.map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Triple
  const seen = times(VISIONS[vision]!, linear).map((each) => Math.min(1, Math.max(0, each))) as unknown as Triple
  const [x, y, z] = times(XYZ, seen).map((each, at) => {
    const ratio = each / [0.95047, 1, 1.08883][at]!
    return ratio > 216 / 24389 ? Math.cbrt(ratio) : ((24389 / 27) * ratio + 16) / 116
  }) as unknown as Triple
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const distance = (one: Triple, other: Triple, vision: string) => Math.hypot(...lab(one, vision).map((each, at) => each - lab(other, vision)[at]!))

// Every route colour as it is on cards, and as it is printed on the land in light and dark (`map.css`).
/** `--land` of both themes (`base.css`). */
const lands = ['#f4e8cc', '#2c3340'].map(rgb)
const printed = (colour: Triple, land: Triple): Triple => colour.map((each, at) => 0.82 * each + 0.18 * land[at]!) as unknown as Triple
const routes = Object.entries(CARDS)
  .filter(([name]) => name !== 'locomotive')
  .flatMap(([name, { fill }]) => [rgb(fill), ...lands.map((land) => printed(rgb(fill), land))].map((colour) => [name, colour] as const))

describe.each(Object.keys(VISIONS))('player colours, vision %s', (vision) => {
  const least = vision === 'none' ? 16 : 8
  it('differ from every route colour, on cards and on the map in light and dark', () => {
    for (const player of PALETTE) for (const [route, colour] of routes) expect(distance(rgb(PLAYERS[player].fill), colour, vision), `${player} and ${route}`).toBeGreaterThan(least)
  })
  it('differ from each other', () => {
    PALETTE.forEach((one, at) => PALETTE.slice(0, at).forEach((other) => expect(distance(rgb(PLAYERS[one].fill), rgb(PLAYERS[other].fill), vision), `${one} and ${other}`).toBeGreaterThan(least)))
  })
})

describe('player colours', () => {
  it('have a mark each', () => {
    expect(PALETTE.length).toBeGreaterThanOrEqual(8)
    expect(new Set(PALETTE.map((colour) => PLAYERS[colour].shape)).size).toBe(PALETTE.length)
  })
})
