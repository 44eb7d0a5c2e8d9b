import { v7 as uuidv7 } from 'uuid'
import type { Intent } from '#contract/intent.ts'
import type { KeepMeta } from './keep-meta.ts'

/** What a person wants, before it has an identity. A create has no id yet. */
export type Wish = Omit<Intent, 'mid' | 'id'> & { id: number | null }

/** A wish that was sent and not yet judged; `at`: when, by the device's clock. */
type Open = { seq: number; content: string; intent: Intent; at?: number }
/** As it lies in the store `meta`, as 'queue'. */
export type SendState = { id: string; last: number; open: Open[] }

/** Enough to find an unanswered wish again; more would be sent anew rather than remembered for ever. */
const REMEMBERED = 50

const newState = (): SendState => ({ id: crypto.randomUUID(), last: 0, open: [] })

/** A sent wish: its place in this device's queue, and up to where the queue is settled. */
export type Ticket = { queueId: string; seq: number; acknowledged: number; intent: Intent }

export type Queue = {
  /**
   * The ticket for a wish. As long as one is not judged (its answer is under way, or never came), the same wish again
   * is that one: neither a lost answer nor a second press of the button doubles the effect.
   */
  open: (wish: Wish, nextId: () => Promise<number>) => Promise<Ticket>
  /** The wish was judged for good. */
  settle: (mid: string) => Promise<void>
}

export function sendQueue(meta: KeepMeta): Queue {
  const change = <R>(work: (state: SendState) => { value: SendState; result: R }) => meta('queue', newState(), work)

  const ticket = (state: SendState, { seq, intent }: Open): Ticket => ({
    queueId: state.id,
    seq,
    acknowledged: Math.min(...state.open.map(open => open.seq)) - 1,
    intent,
  })

  const find = (state: SendState, content: string): Ticket | null => {
    const found = state.open.find(open => open.content === content)
    return found ? ticket(state, found) : null
  }

  async function open(wish: Wish, nextId: () => Promise<number>): Promise<Ticket> {
    const content = JSON.stringify(wish)
    const known = await change(state => ({ value: state, result: find(state, content) }))
    if (known) return known
    const intent: Intent = { ...wish, id: wish.id ?? (await nextId()), mid: uuidv7() }
    return change(state => {
      const meanwhile = find(state, content)
      if (meanwhile) return { value: state, result: meanwhile }
      const entry: Open = { seq: state.last + 1, content, intent, at: Date.now() }
      const value = { ...state, last: entry.seq, open: [...state.open, entry].slice(-REMEMBERED) }
      return { value, result: ticket(value, entry) }
    })
  }

  const settle = (mid: string) =>
    change<void>(state => ({
      value: { ...state, open: state.open.filter(open => open.intent.mid !== mid) },
      result: undefined,
    }))

  return { open, settle }
}
