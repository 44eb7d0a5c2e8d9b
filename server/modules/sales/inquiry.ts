import type { Row } from '#contract/module.ts'
import { inquiry, type Contact, type Inquiry } from '#contract/modules/sales/inquiry.ts'
import { behaviour, type Hook, type Occasion } from '#server/crud/behaviour.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { doneAt, doneBy } from '#server/crud/said-at.ts'
import { followWithTask } from '#server/flows/following-task.ts'

/** What each contact says in the log, where its author has written no line. */
const outcomes = {
  noAnswer: 'noAnswer',
  callBack: 'callBack',
  interest: 'interested',
  giveUp: 'dead',
  reopen: 'reopened',
} as const satisfies Record<string, Contact['outcome']>
type ContactMove = keyof typeof outcomes
const contacts = Object.keys(outcomes) as ContactMove[]

const every = ['create', 'change', 'archive', 'restore', ...contacts] as const
const each = <T>(names: readonly string[], work: T) => Object.fromEntries(names.map(name => [name, work]))

/** Its number, a line for each contact, and the task that the next contact is. */
export const inquiryBehaviour = behaviour(inquiry, {
  on: {
    ...each<Hook>(contacts, contacted),
    create: async occasion => ({ number: await nextNumber(occasion, 'INQ') }),
  },
  after: each(every, follow),
})

async function contacted(occasion: Occasion) {
  const { action, before, row, ask, tx } = occasion
  const log = (row as unknown as Inquiry).contactLog
  const outcome = outcomes[action as ContactMove]
  const added = log.slice((before as unknown as Inquiry).contactLog.length)
  const line = { id: 0, mode: 'call', note: null, outcome, at: await doneAt(occasion), by: doneBy(ask) } as const
  return {
    ...(added.some(one => one.outcome === outcome) ? {} : { contactLog: [...log, { ...line, id: await tx.nextId() }] }),
    ...(action === 'giveUp' ? { nextContactAt: null } : {}),
    ...(action === 'reopen' ? { deadReason: null } : {}),
  }
}

function follow(occasion: Occasion): Promise<void> {
  const { row, before, action } = occasion
  const { name, assignedTo } = row as unknown as Inquiry
  const watched = (one: Row | null) => JSON.stringify([one?.nextContactAt, one?.assignedTo, one?.name, one?.archivedAt])
  const isDone = action in outcomes
  if (!isDone && watched(before) === watched(row)) return Promise.resolve()
  return followWithTask(occasion, { field: 'nextContactAt', title: `Contact ${name}`, to: assignedTo, isDone })
}
