import { choice, dateTime, lines, longText, maybe, reference, stamped, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** Something that somebody has to do, with the records that it is about. */
export const task = defineModule({
  name: 'task',
  code: 90,
  fields: {
    title: text(200),
    assignedTo: reference('user'),
    dueAt: maybe(dateTime({ byEndOfDay: true })),
    priority: withDefault(choice(['low', 'normal', 'high', 'urgent']), 'normal'),
    inquiry: maybe(reference('inquiry')),
    order: maybe(reference('order')),
    maintenance: maybe(reference('maintenance')),
    orderReturn: maybe(reference('orderReturn')),
    buyback: maybe(reference('buyback')),
    orderReturnClaim: maybe(reference('orderReturnClaim')),
    customer: maybe(reference('customer')),
    unit: maybe(reference('unit')),
    /** Of which there is too little, or about which there is something else to do. */
    part: maybe(reference('part')),
    product: maybe(reference('product')),
    heldPart: maybe(reference('heldPart')),
    /** What people said about it: added by anybody, changed by nobody. */
    taskRemarks: withDefault(
      lines(
        {
          text: longText(2_000),
          at: maybe(stamped('now', dateTime())),
          by: maybe(stamped('me', reference('user'))),
        },
        { addOnly: true },
      ),
      [],
    ),
  },
  given: {
    /** The field of the record that it is about which it follows, where nobody made it by hand. */
    follows: choice(['nextContactAt', 'lateSince', 'low']),
    /** Whoever made it. */
    assignedBy: stamped('me', reference('user')),
    /** When it came to whom it is with now, and from whom. */
    passedAt: dateTime(),
    passedBy: reference('user'),
    /** When it was done or cancelled, and by whom. */
    endedAt: dateTime(),
    endedBy: reference('user'),
    /** When the server heard of it, where it had waited on a device. */
    endHeardAt: dateTime(),
    /** When it was opened again after it had ended, and by whom. */
    reopenedAt: dateTime(),
    reopenedBy: reference('user'),
  },
  title: 'title',
  search: ['title'],
  offline: { keep: 'mine', write: true, open: ['open', 'inProgress'] },
  scope: { own: ['assignedTo', 'assignedBy'] },
  stages: ['open', 'inProgress', 'done', 'cancelled'],
  stageBy: { done: 'endedBy', cancelled: 'endedBy' },
  archivable: ['open', 'done', 'cancelled'],
  moves: {
    start: { from: ['open'], to: 'inProgress', offline: true, back: ['pause'] },
    pause: { from: ['inProgress'], to: 'open', offline: true, back: ['start'] },
    finish: { from: ['open', 'inProgress'], to: 'done', offline: true, back: ['reopen'] },
    cancel: { from: ['open', 'inProgress'], to: 'cancelled', offline: true, back: ['reopen'] },
    reopen: { from: ['done', 'cancelled'], to: 'open', offline: true },
  },
})
export type Task = RowOf<typeof task>
export type Remark = Task['taskRemarks'][number]
