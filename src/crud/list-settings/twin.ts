import type { Item } from '#contract/list.ts'
import { fold } from '#src/lib/match.ts'

type Placed = Pick<Item, 'label' | 'parent'>

/** What there is once: a label, as people compare them, below one item of the parent list. */
export const placeOf = ({ label, parent }: Placed): string => `${parent ?? ''}/${fold(label.trim())}`
