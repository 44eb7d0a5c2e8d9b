import { v7 } from 'uuid'
import * as z from 'zod/mini'
import type { Actor } from '#contract/actor.ts'
import { opOf, OP_VERSION } from '#contract/intent.ts'
import type { MoveOf } from '#contract/module.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { problem } from '#contract/problem.ts'
import { permissions } from '#contract/rules.ts'
import { applyIntent } from '#server/crud/apply.ts'
import { parsed } from '#server/crud/invalid.ts'
import type { Written } from '#server/crud/routes.ts'
import { slotsFrom } from './slots.ts'

/** A form sends text, and no more of it than fits. */
const said = z._default(
  z.string().check(
    // A browser counts a break of a line as one sign and sends two.
    z.overwrite(text => text.replaceAll('\r\n', '\n')),
    z.trim(),
    z.maxLength(300),
  ),
  '',
)
const forms = {
  estimate: z.object({
    decision: z.enum(['approve', 'decline']),
    /** What stood on the page: another estimate is not approved by a page that is old. */
    total: z.coerce.number(),
    name: said,
    reason: said,
  }),
  slot: z.object({ at: said }),
  rating: z.object({ rating: z.coerce.number(), feedback: said }),
}
export type Deed = keyof typeof forms
export const isDeed = (name: string): name is Deed => Object.hasOwn(forms, name)

/** A move of the job, as its customer means it. */
type Wish = { move: MoveOf<typeof maintenance>; args: Record<string, unknown>; base?: Record<string, unknown> }

/** What somebody pressed, as a move. Throws a Problem where something is missing. */
function wishOf(deed: Deed, form: unknown, row: Maintenance, now: Date, timeZone: string): Wish {
  if (deed === 'estimate') {
    const { decision, total, name, reason } = parsed(forms.estimate, form) as z.infer<typeof forms.estimate>
    if (!name) throw problem('invalid', 'Please type your name.')
    if (decision === 'decline' && !reason) throw problem('invalid', 'Please say why you decline.')
    const base = { estimate: total }
    if (decision === 'approve') return { move: 'approve', args: { decidedBy: name }, base }
    return { move: 'decline', args: { decidedBy: name, declineReason: reason }, base }
  }
  if (deed === 'slot') {
    const { at } = parsed(forms.slot, form) as z.infer<typeof forms.slot>
    if (!slotsFrom(now, timeZone).some(slot => slot.at === at)) throw problem('invalid', 'Please choose a time.')
    return { move: 'chooseSlot', args: { scheduledAt: at }, base: { scheduledAt: row.scheduledAt } }
  }
  const { rating, feedback } = parsed(forms.rating, form) as z.infer<typeof forms.rating>
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) throw problem('invalid', 'Please choose 1 to 5.')
  return { move: 'rate', args: { rating, feedback: feedback || null } }
}

/**
 * Does what a job's customer pressed, by the same rules as everybody: where the job stands, and what it costs by now.
 * History tells it by their name.
 */
export async function doDeed(
  { store, writer }: Written,
  request: string,
  deed: Deed,
  form: unknown,
  row: Maintenance,
  timeZone: string,
): Promise<void> {
  const { move, args, base } = wishOf(deed, form, row, writer.now(), timeZone)
  await store.transaction(tx =>
    applyIntent(writer, tx, {
      wish: {
        mid: v7(),
        op: opOf(maintenance, move),
        opV: OP_VERSION,
        id: row.id,
        base: base ? { version: row.version, fields: base } : null,
        args,
      },
      actor: customerOf(row),
      byName: `${row.name} (customer)`,
      device: null,
      request,
      offline: false,
      confirmed: false,
    }),
  )
}

/** Nobody of ours, who may make the moves of this one job. */
const customerOf = ({ id }: Maintenance): Actor => ({
  id,
  permissions: new Set(permissions(maintenance, 'edit')),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
})
