// Scales of charts: round ticks, and lines as paths.

/** About `count` round numbers that cover the range from least to most. */
export function ticks(least: number, most: number, count = 5): number[] {
  if (most <= least) most = least + 1
  const rough = (most - least) / count
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * size).find((each) => each >= rough) ?? rough
  const first = Math.floor(least / step) * step
  const found: number[] = []
  for (let value = first; ; value += step) {
    found.push(Math.round(value * 1e6) / 1e6)
    if (value >= most) return found
  }
}

export interface Frame { left: number; top: number; width: number; height: number; least: number; most: number; points: number }

export function x(frame: Frame, index: number): number {
  return frame.left + (frame.points > 1 ? (index / (frame.points - 1)) * frame.width : frame.width / 2)
}
export function y(frame: Frame, value: number): number {
  return frame.top + frame.height - ((value - frame.least) / (frame.most - frame.least)) * frame.height
}

/** A line through the values. Inner points of a level part are left out. */
export function path(frame: Frame, values: number[]): string {
  let made = ''
  values.forEach((value, i) => {
    if (i && i < values.length - 1 && values[i - 1] === value && values[i + 1] === value) return
    made += `${made ? 'L' : 'M'}${x(frame, i).toFixed(1)} ${y(frame, value).toFixed(1)}`
  })
  return made
}

/** Heights for the names of lines on the right, so that none covers another. */
export function apart(places: number[], least: number): number[] {
  const order = places.map((place, i) => ({ place, i })).sort((a, b) => a.place - b.place)
  for (let i = 1; i < order.length; i++) order[i]!.place = Math.max(order[i]!.place, order[i - 1]!.place + least)
  const found = [...places]
  for (const { place, i } of order) found[i] = place
  return found
}
