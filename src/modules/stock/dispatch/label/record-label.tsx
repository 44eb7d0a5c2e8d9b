import type { Row } from '#contract/module.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { isOver } from '#contract/modules/stock/dispatch-fits.ts'
import type { LabelProps, RecordLabel } from '#src/labels/label-of.ts'
import { Label } from './label.tsx'

const asDispatch = (row: Row) => row as unknown as Dispatch
const notYet: readonly string[] = ['draft', 'packed']

/** Each parcel of a dispatch has one, when it is checked and until it is over. */
export const dispatchLabel = {
  Label: ({ row, ...look }: LabelProps) => <Label row={asDispatch(row)} {...look} />,
  count: row => Math.max(asDispatch(row).parcels.length, 1),
  whyNot: row => (isOver(asDispatch(row)) ? 'over' : notYet.includes(asDispatch(row).stage) ? 'early' : null),
  moves: ['label', 'reprint'],
} satisfies RecordLabel
