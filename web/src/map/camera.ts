// The camera: pulls and zooms the map by mouse, touch and wheel. It only sets one CSS transform while the map moves.
import { bounded, centred, framing, kept, LARGEST, middle, nearest, showing, whole, wholeScale, zoomed, type Box, type Size, type View } from './fit'
import type { Direction } from './order'

export interface Watcher {
  /** A tap or click (not a pull), in coordinates of the panel, with the view at its start. */
  tap: (x: number, y: number, touch: boolean, view: View) => void
  /** A mouse that moves without a button, or null when it left. */
  hover: (at: [number, number] | null) => void
  /** A double tap or double click. */
  again: (x: number, y: number) => boolean
  /** The map starts to move, or has stopped. */
  moving: (moves: boolean) => void
  still: () => boolean
}

const PULL = { mouse: 4, touch: 9 }
/** After this time without movement the drawing is rendered sharply again (debounce). */
const REST = 140
/** The largest scale at which some cities are shown together. */
const FRAMED = 1.6
/** How far a key pulls the map. */
const STEP = 120

export class Camera {
  view: View = { x: 0, y: 0, scale: 1 }
  panel: Size = { width: 0, height: 0 }
  /** The player has moved the camera: events on the map do not move it any more. */
  touchedAt = -Infinity

  /** The box to show, and the origin of the drawing. */
  private box: Box = [0, 0, 1, 1]
  private origin: readonly [number, number] = [0, 0]
  private pointers = new Map<number, { x: number; y: number; startX: number; startY: number }>()
  private pulled = false
  /** The view when the finger came down. A tap is resolved with this view, even if the map has moved since. */
  private pressed: View = this.view
  private speed = { x: 0, y: 0, at: 0 }
  private frame = 0
  private rest: ReturnType<typeof setTimeout> | undefined
  private isMoving = false
  private lastTap = { x: 0, y: 0, at: -Infinity }
  private isWhole = false
  /** What the view was asked to show together; empty once the player has moved it. */
  private together: readonly (readonly [number, number])[] = []

  constructor(private surface: HTMLElement, private sheet: HTMLElement, private watcher: Watcher) {}

  get least(): number {
    return Math.min(wholeScale(this.box, this.panel), LARGEST)
  }

  /** Listens on the surface until the returned function is called. */
  listen(): () => void {
    const stop = new AbortController()
    const { signal } = stop
    const on = <K extends keyof HTMLElementEventMap>(kind: K, heard: (event: HTMLElementEventMap[K]) => void) =>
      this.surface.addEventListener(kind, heard, { signal, passive: false })
    on('pointerdown', (event) => this.down(event))
    on('pointermove', (event) => this.move(event))
    on('pointerup', (event) => this.up(event, true))
    on('pointercancel', (event) => this.up(event, false))
    on('pointerleave', (event) => event.pointerType === 'mouse' && !this.pointers.size && this.watcher.hover(null))
    on('wheel', (event) => this.wheel(event))
    // A tap may open a choice under the finger. The click that browsers send after a tap must not press it.
    on('touchend', (event) => event.cancelable && event.preventDefault())
    return () => {
      stop.abort()
      cancelAnimationFrame(this.frame)
      clearTimeout(this.rest)
    }
  }

  /** For a new map or a new size of the panel. A map that was wholly visible stays so; otherwise the middle stays. */
  place(box: Box, origin: readonly [number, number], panel: Size): void {
    if (!panel.width || !panel.height) return
    const isNew = !this.panel.width || this.isOther(box)
    const [x, y] = [(this.panel.width / 2 - this.view.x) / this.view.scale, (this.panel.height / 2 - this.view.y) / this.view.scale]
    const wasWhole = this.isWhole
    this.box = box
    this.origin = origin
    this.panel = panel
    if (this.together.length) this.set(this.framed())
    else if (isNew) this.set(whole(box, panel))
    else if (wasWhole) this.set(this.all(x))
    else this.set(centred(box, panel, bounded(this.view.scale, this.least, LARGEST), [x, y]))
    this.settle()
  }

  /** Whether a box is that of another map; the room for the controls may differ. */
  private isOther(box: Box): boolean {
    return box[0] !== this.box[0] || box[1] !== this.box[1] || box[2] !== this.box[2]
  }

  zoom(factor: number, at: readonly [number, number] = [this.panel.width / 2, this.panel.height / 2]): void {
    this.touched()
    this.glide(kept(zoomed(this.view, factor, at, this.least), this.box, this.panel))
  }
  showWhole(): void {
    this.touched()
    this.glide(this.all(this.centre()[0]))
  }
  /** Shows these points together; without points it returns to the whole map, unless the player has moved it since. */
  showTogether(points: readonly (readonly [number, number])[]): void {
    const isBack = !points.length && this.together.length > 0
    this.together = points
    if (!this.panel.width) return
    if (points.length) this.glide(this.framed())
    else if (isBack) this.glide(this.all(this.centre()[0]))
  }
  private framed(): View {
    const first = this.near(this.together[0]!)
    return framing(this.together.map((point) => nearest(point, first[0], this.period)), this.box, this.panel, this.least, FRAMED)
  }
  /** Shows the whole map. A map that goes round keeps its rotation. */
  private all(x: number): View {
    return this.box[4] ? centred(this.box, this.panel, this.least, [x, middle(this.box)[1]]) : whole(this.box, this.panel)
  }
  private get period(): number {
    return this.box[4] ? this.box[2] : 0
  }
  /** The image of a point that is nearest to the middle of the view. */
  near(point: readonly [number, number]): [number, number] {
    return nearest(point, this.centre()[0], this.period)
  }
  /** Moves the view in a direction. */
  pull(direction: Direction): void {
    const [dx, dy] = { left: [STEP, 0], right: [-STEP, 0], up: [0, STEP], down: [0, -STEP] }[direction] as [number, number]
    this.touched()
    this.glide(kept({ ...this.view, x: this.view.x + dx, y: this.view.y + dy }, this.box, this.panel))
  }
  /** Moves just far enough to make a point visible. */
  show(point: readonly [number, number], margin = 60): void {
    const wanted = showing(this.view, this.near(point), this.panel, margin)
    const inside = kept(wanted, this.box, this.panel)
    // A point that is visible already moves nothing.
    const x = wanted.x === this.view.x ? wanted.x : inside.x
    const y = wanted.y === this.view.y ? wanted.y : inside.y
    if (Math.hypot(x - this.view.x, y - this.view.y) > 1) this.glide({ ...wanted, x, y })
  }
  centre(): [number, number] {
    return this.panel.width ? [(this.panel.width / 2 - this.view.x) / this.view.scale, (this.panel.height / 2 - this.view.y) / this.view.scale] : middle(this.box)
  }

  private set(view: View): void {
    if (this.period) {
      // The middle of the panel always shows the middle one of the three drawings.
      const turn = Math.floor(((this.panel.width / 2 - view.x) / view.scale - this.box[0]) / this.period)
      view = { ...view, x: view.x + turn * this.period * view.scale }
    }
    this.view = view
    this.isWhole = view.scale <= this.least * 1.001
    const x = view.x + this.origin[0] * view.scale
    const y = view.y + this.origin[1] * view.scale
    this.sheet.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${view.scale.toFixed(5)})`
  }

  /** While the map moves, the drawing is one layer of the compositor. */
  private stir(): void {
    if (!this.isMoving) {
      this.isMoving = true
      this.sheet.style.willChange = 'transform'
      this.watcher.moving(true)
    }
    clearTimeout(this.rest)
    this.rest = setTimeout(() => this.settle(), REST)
  }
  private settle(): void {
    clearTimeout(this.rest)
    if (this.isMoving) this.sheet.style.willChange = 'auto'
    this.isMoving = false
    this.watcher.moving(false)
  }

  private glide(to: View): void {
    cancelAnimationFrame(this.frame)
    if (this.watcher.still()) {
      this.set(to)
      this.settle()
      return
    }
    this.stir()
    const from = this.view
    if (this.period) {
      const there = (this.panel.width / 2 - to.x) / to.scale
      const turn = Math.round((this.centre()[0] - there) / this.period)
      to = { ...to, x: to.x - turn * this.period * to.scale }
    }
    const start = performance.now()
    const step = (now: number) => {
      const part = bounded((now - start) / 220, 0, 1)
      const eased = 1 - (1 - part) ** 3
      // The scale changes by ratio. The place changes so that the fixed point of the zoom stays fixed.
      const scale = from.scale * (to.scale / from.scale) ** eased
      const share = to.scale === from.scale ? eased : (scale - from.scale) / (to.scale - from.scale)
      this.set({ scale, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
      this.stir()
      if (part < 1) this.frame = requestAnimationFrame(step)
    }
    this.frame = requestAnimationFrame(step)
  }

  private touched(): void {
    this.together = []
    this.touchedAt = performance.now()
  }
  private at(event: { clientX: number; clientY: number }): [number, number] {
    const box = this.surface.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 && event.pointerType === 'mouse') return
    cancelAnimationFrame(this.frame)
    const [x, y] = this.at(event)
    if (!this.pointers.size) {
      this.pulled = false
      this.pressed = this.view
    }
    this.pointers.set(event.pointerId, { x, y, startX: x, startY: y })
    if (this.pointers.size > 1) this.pulled = true
    this.speed = { x: 0, y: 0, at: event.timeStamp }
    this.surface.setPointerCapture?.(event.pointerId)
  }

  private move(event: PointerEvent): void {
    const held = this.pointers.get(event.pointerId)
    const [x, y] = this.at(event)
    if (!held) {
      if (event.pointerType === 'mouse') this.watcher.hover([x, y])
      return
    }
    const room = event.pointerType === 'mouse' ? PULL.mouse : PULL.touch
    if (!this.pulled && Math.hypot(x - held.startX, y - held.startY) < room) return
    if (!this.pulled) {
      this.pulled = true
      this.watcher.hover(null)
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId)
    const dx = x - held.x
    const dy = y - held.y
    const other = others[0]?.[1]
    let view = this.view
    if (other) {
      // Pinch: the points under the two fingers stay under them.
      const before = Math.hypot(held.x - other.x, held.y - other.y)
      const after = Math.hypot(x - other.x, y - other.y)
      const mid: [number, number] = [(x + other.x) / 2, (y + other.y) / 2]
      view = zoomed({ ...view, x: view.x + dx / 2, y: view.y + dy / 2 }, before > 1 ? after / before : 1, mid, this.least)
    } else {
      view = { ...view, x: view.x + dx, y: view.y + dy }
      const span = Math.max(1, event.timeStamp - this.speed.at)
      const blend = Math.min(1, span / 60)
      this.speed = { x: this.speed.x * (1 - blend) + (dx / span) * blend, y: this.speed.y * (1 - blend) + (dy / span) * blend, at: event.timeStamp }
    }
    held.x = x
    held.y = y
    this.touched()
    this.set(kept(view, this.box, this.panel, 40))
    this.stir()
  }

  private up(event: PointerEvent, meant: boolean): void {
    const held = this.pointers.get(event.pointerId)
    this.pointers.delete(event.pointerId)
    if (!held) return
    if (this.pulled) {
      if (!this.pointers.size) this.slide(event.timeStamp)
      return
    }
    if (!meant) return
    const { startX: x, startY: y } = held
    const isAgain = event.timeStamp - this.lastTap.at < 350 && Math.hypot(x - this.lastTap.x, y - this.lastTap.y) < 30
    this.lastTap = { x, y, at: isAgain ? -Infinity : event.timeStamp }
    if (isAgain && this.watcher.again(x, y)) this.zoom(this.view.scale > LARGEST * 0.9 ? 0.01 : 1.9, [x, y])
    else this.watcher.tap(x, y, event.pointerType !== 'mouse', this.pressed)
  }

  /** After a pull the map slides on a little (inertia), and returns if it is beyond its edge. */
  private slide(now: number): void {
    let { x, y } = now - this.speed.at > 60 || this.watcher.still() ? { x: 0, y: 0 } : this.speed
    let last = performance.now()
    const step = (time: number) => {
      const span = bounded(time - last, 0, 40)
      last = time
      const next = { ...this.view, x: this.view.x + x * span, y: this.view.y + y * span }
      const inside = kept(next, this.box, this.panel)
      const back = this.watcher.still() ? 1 : Math.min(1, span / 70)
      this.set({ ...next, x: next.x + (inside.x - next.x) * back, y: next.y + (inside.y - next.y) * back })
      const fade = Math.exp(-span / 220)
      x *= inside.x === next.x ? fade : fade * 0.5
      y *= inside.y === next.y ? fade : fade * 0.5
      const isOff = Math.hypot(inside.x - this.view.x, inside.y - this.view.y) > 0.5
      if (Math.hypot(x, y) > 0.02 || isOff) {
        this.stir()
        this.frame = requestAnimationFrame(step)
      }
    }
    cancelAnimationFrame(this.frame)
    this.frame = requestAnimationFrame(step)
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    cancelAnimationFrame(this.frame)
    this.touched()
    const lines = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1
    // A pinch on a touchpad comes as a wheel with ctrl, and in finer steps.
    const factor = Math.exp(bounded(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016), -0.5, 0.5))
    this.set(kept(zoomed(this.view, factor, this.at(event), this.least), this.box, this.panel))
    this.stir()
  }
}
