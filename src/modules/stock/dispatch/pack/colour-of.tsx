import { color } from '#contract/lists/stock.ts'
import { useItem } from '#src/data/use-list.ts'
import type { PackFor } from '../for/pack-for.ts'

/** In which colour a line was ordered, behind the product's name. */
export function ColourOf({ what, line }: { what: Pick<PackFor, 'colourOf'>; line: number | null }) {
  const colour = useItem(color.name, what.colourOf(line))?.label
  return colour ? <span className="font-normal text-muted">{colour}</span> : null
}
