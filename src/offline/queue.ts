import { v7 as uuidv7 } from 'uuid'
import type { Intent } from '#contract/intent.ts'
import type { KeepMeta } from './keep-meta.ts'

/** What a person wants, before it has an identity. A create has no id yet. */
export type Wish = Omit<Intent, 'mid' | 'id'> & { id: number | null }

type Open = { seq: number; content: string; intent: Intent; lost: boolean }
type State = { id: string; last: number; open: Open[] }

/** Enough to find an unanswered wish again; more would be sent anew rather than remembered for ever. */
const REMEMBERED = 50

const newState = (): State => ({ id: crypto.randomUUID(), last: 0, open: [] })

/** A sent wish: its place in this device's queue, and up to where the queue is settled. */
export type Ticket = { queueId: string; seq: number; acknowledged: number; intent: Intent }

export type Queue = {
  /**
   * The ticket for a wish. One whose answer never came and that is wished again unchanged keeps its mid and its place:
   * a lost answer must not double the effect.
   */
  open: (wish: Wish, nextId: () => Promise<number>) => Promise<Ticket>
  /** The wish was judged for good. */
  settle: (mid: string) => Promise<void>
  /** No answer came, or "not now": it may or may not have been done. */
  lose: (mid: string) => Promise<void>
}

export function sendQueue(meta: KeepMeta): Queue {
  const change = <R>(work: (state: State) => { value: State; result: R }) => meta('queue', newState(), work)

  const ticket = (state: State, { seq, intent }: Open): Ticket => ({
    queueId: state.id,
    seq,
    acknowledged: Math.min(...state.open.map(open => open.seq)) - 1,
    intent,
  })

  async function open(wish: Wish, nextId: () => Promise<number>): Promise<Ticket> {
    const content = JSON.stringify(wish)
    const resumed = await change<Ticket | null>(state => {
      const found = state.open.find(open => open.lost && open.content === content)
      if (!found) return { value: state, result: null }
      const value = { ...state, open: state.open.map(open => (open === found ? { ...open, lost: false } : open)) }
      return { value, result: ticket(value, found) }
    })
    if (resumed) return resumed
    const intent: Intent = { ...wish, id: wish.id ?? (await nextId()), mid: uuidv7() }
    return change(state => {
      const entry: Open = { seq: state.last + 1, content, intent, lost: false }
      const value = { ...state, last: entry.seq, open: [...state.open, entry].slice(-REMEMBERED) }
      return { value, result: ticket(value, entry) }
    })
  }

  const settle = (mid: string) =>
    change<void>(state => ({
      value: { ...state, open: state.open.filter(open => open.intent.mid !== mid) },
      result: undefined,
    }))

  const lose = (mid: string) =>
    change<void>(state => ({
      value: { ...state, open: state.open.map(open => (open.intent.mid === mid ? { ...open, lost: true } : open)) },
      result: undefined,
    }))

  return { open, settle, lose }
}
