// All kinds of moments: every file of kinds/. A new kind is a new file there, with its words.
import type { AnyKind, KindFile } from './kind'

const files = import.meta.glob<KindFile>('./kinds/*.svelte', { eager: true })

export const KINDS: Record<string, KindFile> = Object.fromEntries(Object.values(files).map((file) => [file.moment.kind, file]))
export const ALL: AnyKind[] = Object.values(KINDS).map((file) => file.moment)
