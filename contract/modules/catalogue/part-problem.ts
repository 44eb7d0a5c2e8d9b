import { flag, longText, maybe, money, reference, tags, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** What goes wrong with a part, and what is usually done about it. */
export const partProblem = defineModule({
  name: 'partProblem',
  code: 118,
  fields: {
    part: reference('part'),
    problem: text(200),
    usualFix: maybe(longText(2_000)),
    defaultCharge: maybe(money()),
    coveredByWarranty: withDefault(flag(), true),
    active: withDefault(flag(), true),
    tags: tags(),
  },
  title: 'problem',
  search: ['problem'],
  offline: { keep: 'all', write: true },
})
export type PartProblem = RowOf<typeof partProblem>
