// A kind of moment is one file in kinds/: a component, and in its module script a `moment` that says when it happens and tells it in words.
import type { Component } from 'svelte'
import type { Scene, ChangedFact } from './scene'

/** A moment in words, complete: for the text view, screen readers and the chronicle. */
export interface Tale { title: string; lines: string[] }

/** What is known at a fact. */
export interface At { scene: Scene; seq: number; game: number; /** Votes of the open vote, by company. */ votes: Record<string, string> }

export interface Kind<D> {
  kind: string
  /** The order among moments of one fact. */
  rank: number
  /** What a fact shows: the data of its moments. */
  of: (fact: ChangedFact, at: At) => D[]
  /** What is shown when the campaign is over. */
  ends?: (scene: Scene) => D[]
  tell: (data: D, scene: Scene) => Tale
  /** After how many lines it waits for the hand of the viewer; null if it does not. */
  waits?: (data: D, scene: Scene) => number | null
  /** The component shows the lines itself; the list of lines is then for screen readers only. */
  covers?: boolean
}

export interface Visual<D> {
  data: D
  scene: Scene
  /** How many lines are told. */
  shown: number
  /** No motion: outcomes at once. */
  still: boolean
  /** The viewer did by hand what the moment waits for. */
  ondone: () => void
}

// The data of a kind are only read by the kind itself.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyKind = Kind<any>
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface KindFile { moment: AnyKind; default: Component<Visual<any>> }

export interface Moment { id: string; kind: string; seq: number; game: number; year: number | null; data: unknown }
