import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { order } from '#contract/modules/sales/order.ts'
import { can } from '#contract/rules.ts'
import { carryAttached, carryText } from '#server/attached/carry.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { toChange } from '#server/flows/to-change.ts'

const gone = 'This inquiry has become an order already.'

/** Two people who move one inquiry make one order: the second is told so. */
export async function refuseConverted({ tx, row, before, trusted, actor }: Occasion): Promise<void> {
  if (trusted || row.inquiry === null || row.inquiry === before?.inquiry) return
  if (before) throw invalid({ inquiry: 'An inquiry is moved when the order is made.' })
  const asked = await toChange(tx, inquiry, row.inquiry as number)
  if (!can(actor, inquiry, 'edit')) throw invalid({ inquiry: 'You may not move inquiries.' })
  if (asked?.order) throw invalid({ inquiry: gone })
  if (asked?.stage === 'dead') throw invalid({ inquiry: 'Take the inquiry up again first.' })
}

/** The inquiry that an order was made of is done. What hangs on it comes along; its remark is no word for the label. */
export async function convertInquiry({ tx, row, update }: Occasion): Promise<void> {
  const asked = row.inquiry === null ? null : await toChange(tx, inquiry, row.inquiry as number)
  if (!asked || asked.order) return
  await update(inquiry, asked, { stage: 'converted', order: row.id, nextContactAt: null })
  const [from, to] = [
    { module: inquiry.name, id: asked.id },
    { module: order.name, id: row.id },
  ]
  await carryAttached(tx, from, to)
  if (asked.note) await carryText(tx, asked.note as string, to, { at: asked.updatedAt, by: asked.createdBy })
}

/** A draft that is dropped leaves its inquiry open again, and somebody has to say so to whoever asked. */
export async function giveBackInquiry({ tx, row, update, now }: Occasion): Promise<void> {
  const asked = row.inquiry === null ? null : await toChange(tx, inquiry, row.inquiry as number)
  if (asked?.order === row.id) await update(inquiry, asked, { stage: 'interested', order: null, nextContactAt: now })
}
