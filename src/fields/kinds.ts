import type { FieldKind } from '#contract/fields.ts'
import { itemKinds } from './item-kinds.tsx'
import { linesOf } from './lines.tsx'
import { recordKinds } from './record-kinds.tsx'
import type { KindView } from './view.ts'

const inLine = { ...itemKinds, ...recordKinds }

/** How every kind of field looks. A kind without one does not compile. Its controls are in inputs.ts. */
export const kinds: Record<FieldKind, KindView> = { ...inLine, lines: linesOf(inLine) }
