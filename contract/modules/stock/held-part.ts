import { alsoPast, flag, maybe, number, quantity, reference, text } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** How many of a part a technician has along: the sum of the stock moves to and from them. */
export const heldPart = defineModule({
  name: 'heldPart',
  // Whoever reads and edits stock moves does so here; whoever repairs reads what is theirs.
  code: 201,
  also: { list: ['40-c', '40-f'], details: ['40-c', '40-f'] },
  madeByServer: true,
  fields: {
    /** Fewer than this are too few to leave with. */
    minimum: maybe(quantity()),
  },
  given: {
    part: alsoPast(reference('part')),
    person: alsoPast(reference('user')),
    /** What the part is called, to find it by. */
    name: text(200),
    /** Below nothing where more were used than anybody had handed out. */
    qty: number(),
    low: flag(),
  },
  title: 'name',
  search: ['name'],
  offline: { keep: 'mine', write: false },
  scope: { own: 'person' },
})
export type HeldPart = RowOf<typeof heldPart>
