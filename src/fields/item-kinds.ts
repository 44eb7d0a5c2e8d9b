import type { FieldKind } from '#contract/fields.ts'
import { choice } from './choice.tsx'
import { choices } from './choices.tsx'
import { colour } from './colour.tsx'
import { flag } from './flag.tsx'
import { listItem } from './list-item.tsx'
import { money } from './money.tsx'
import { number } from './number.tsx'
import { text } from './text.tsx'
import { url } from './url.tsx'
import type { KindView } from './view.ts'

/** How the fields of settings items look: their lists stand before the other kinds are fetched. */
export const itemKinds = {
  text,
  url,
  number,
  money,
  flag,
  choice,
  choices,
  listItem,
  colour,
} satisfies Partial<Record<FieldKind, KindView>>

/** Which of them this is. `kinds.test.ts` sees to it that no settings list has another one. */
export const itemKind = (kind: FieldKind): KindView => itemKinds[kind as keyof typeof itemKinds]
