import { vi } from 'vitest'
import type { PushInput, PushResult } from '#contract/calls/push.ts'
import type { Change, PullAnswer, SnapshotAnswer } from '#contract/calls/sync.ts'
import { splitOp } from '#contract/intent.ts'
import type { Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import type { Answered } from '#src/offline/answered.ts'
import { blankOf } from '#src/offline/outbox/overlay.ts'

type Stored = { t: string; row: Row }

/** What a new record begins with, whatever is said of it. */
function begun(name: string, id: number): Record<string, unknown> {
  const module = register[name]
  if (!module) return {}
  return { ...blankOf(module), ...itemRow(id), ...(module.stages && { stage: module.stages[0] }) }
}

/** The other end of the network: what the sync routes answer, kept in memory, with faults to switch on. */
export function syncDouble() {
  const rows = new Map<number, Stored>()
  const feed: { seq: number; t: string; id: number; v: number }[] = []
  const ledger = new Map<string, PushResult>()
  const state = {
    epoch: crypto.randomUUID() as string,
    seq: 0,
    groups: { hash: 'h1', names: ['lists', 'dealerBranch'] },
    /** What a pull says of who is asking; nothing unless a test sets it. */
    me: undefined as string | undefined,
    reset: undefined as PullAnswer['reset'],
    /** Requests wait for this before anything becomes of them. */
    slow: Promise.resolve() as Promise<unknown>,
    /** 'lose' does the work and loses the answer; 'refuse' never gets there. */
    network: 'up' as 'up' | 'refuse' | 'lose',
    status: 200,
    /** How far its clock is ahead of the device's, in ms. */
    ahead: 0,
    pageSize: 500,
    lease: 1,
    requests: [] as string[],
    /** What other paths answer, by `METHOD /path`. */
    routes: {} as Record<string, (request: Request) => unknown>,
    /** How much stuck work of others waits for who is asking. */
    stuck: 0,
    pushes: [] as PushInput[],
    /** Which ops meet what somebody else wrote in the same fields. */
    clashes: (_op: { args: Record<string, unknown> }): boolean => false,
    /** Which of their fields a person has to decide. */
    asks: (op: { args: Record<string, unknown> }): string[] => Object.keys(op.args),
    /** What it writes beside what an op says. */
    writes: (_op: { id: number; args: Record<string, unknown> }): Record<string, unknown> => ({}),
    /** Which ops are refused for good. */
    refuses: (_op: { args: Record<string, unknown> }): boolean => false,
    /** What it says of their fields. */
    refused: undefined as Record<string, string> | undefined,
  }

  const write = (t: string, id: number, fields: Record<string, unknown>): Row => {
    const before = rows.get(id)?.row
    const row = {
      ...itemRow(id),
      ...before,
      ...fields,
      id,
      version: (before?.version ?? 0) + 1,
    } as Row
    rows.set(id, { t, row })
    state.seq += 1
    feed.push({ seq: state.seq, t, id, v: row.version })
    return row
  }

  const remove = (id: number) => {
    const { t, row } = rows.get(id)!
    rows.delete(id)
    state.seq += 1
    feed.push({ seq: state.seq, t, id, v: row.version + 1 })
  }

  /** Goes back to a place of the feed without a word. Which rows there were then, the caller knows. */
  const goBack = (seq: number) => {
    feed.splice(seq)
    state.seq = seq
  }

  const isMine = (t: string) => state.groups.names.includes(t === 'dealerBranch' ? t : 'lists')

  const snapshot = (after: string | null): SnapshotAnswer => {
    const [seq = state.seq, last = 0] = after?.split('~').map(Number) ?? []
    const all = [...rows.values()]
      .filter(({ t, row }) => row.id > last && isMine(t))
      .sort((a, b) => a.row.id - b.row.id)
    const page = all.slice(0, state.pageSize)
    const next = all.length > page.length ? `${seq}~${page.at(-1)!.row.id}` : null
    return {
      epoch: state.epoch,
      seq,
      groups: state.groups,
      rows: page.map(({ t, row }) => ({ t, id: row.id, v: row.version, row })),
      next,
    }
  }

  const pull = (search: URLSearchParams): PullAnswer => {
    const seq = Number(search.get('seq'))
    // A cursor that is ahead has seen what was taken back.
    const isMyEpoch = search.get('epoch') === state.epoch && seq <= state.seq
    const isMyHash = search.get('groups') === state.groups.hash
    const reset = state.reset ?? (isMyEpoch ? (isMyHash ? undefined : 'groups') : 'epoch')
    state.reset = undefined
    const page = reset ? [] : feed.filter(change => change.seq > seq).slice(0, state.pageSize)
    const to = page.at(-1)?.seq ?? (reset ? 0 : state.seq)
    const changes = new Map<number, Change>()
    for (const { id, t, v } of page) {
      const now = rows.get(id)
      if (!isMine(t)) continue
      changes.set(id, now ? { t, id, v: now.row.version, row: now.row } : { t, id, v, gone: true })
    }
    return {
      epoch: state.epoch,
      seq: to,
      more: !reset && to < state.seq,
      ...(isMyHash ? {} : { groups: state.groups }),
      ...(state.me === undefined || search.get('me') === state.me ? {} : { me: state.me }),
      changes: [...changes.values()],
      serverTime: new Date(Date.now() + state.ahead).toISOString(),
      ...(reset ? { reset } : {}),
      ...(state.stuck > 0 && { stuck: state.stuck }),
    }
  }

  const push = (input: PushInput) => {
    state.pushes.push(input)
    // What was said to another life is judged by nobody.
    if (input.epoch !== null && input.epoch !== state.epoch)
      return { epoch: state.epoch, seq: state.seq, serverTime: new Date(Date.now()).toISOString(), results: [] }
    const { seq } = state
    const results = input.ops.map((op): PushResult => {
      if ('cancel' in op) return { mid: op.cancel, status: 'cancelled' }
      const known = ledger.get(op.mid)
      if (state.refuses(op)) {
        const fields = state.refused && { fields: state.refused }
        return { mid: op.mid, status: 'rejected', code: 'invalid', message: 'Not like this.', ...fields }
      }
      if (state.clashes(op)) {
        const row = rows.get(op.id)?.row
        return {
          mid: op.mid,
          status: 'conflict',
          asks: state.asks(op),
          ...(row && { row, version: row.version }),
        }
      }
      if (known) return { ...known, status: known.status === 'applied' ? 'replayed' : known.status }
      const { module, action } = splitOp(op.op)
      const first = action === 'create' ? begun(module, op.id) : {}
      const row = write(module, op.id, { ...first, ...op.args, ...state.writes(op) })
      const result: PushResult = { mid: op.mid, status: 'applied', row, version: row.version, feedSeq: state.seq }
      ledger.set(op.mid, result)
      return result
    })
    return { epoch: state.epoch, seq, serverTime: new Date(Date.now() + state.ahead).toISOString(), results }
  }

  const answer = async (request: Request): Promise<unknown> => {
    const url = new URL(request.url)
    if (url.pathname.endsWith('/sync/snapshot')) return snapshot(url.searchParams.get('after'))
    if (url.pathname.endsWith('/sync/pull')) return pull(url.searchParams)
    if (url.pathname.endsWith('/sync/push')) return push((await request.json()) as PushInput)
    if (url.pathname.endsWith('/sync/lease')) {
      const first = state.lease
      state.lease += 1_000
      return { first, last: first + 999 }
    }
    const route = state.routes[`${request.method} ${url.pathname.replace('/api', '')}`]
    if (route) return route(request)
    return Response.json({ code: 'not-found', message: 'Not here', requestId: 'r' }, { status: 404 })
  }

  const fetch = vi.fn(async (request: Request): Promise<Response> => {
    state.requests.push(`${request.method} ${new URL(request.url).pathname.replace('/api', '')}`)
    await state.slow
    if (state.network === 'refuse') throw new TypeError('Failed to fetch')
    if (state.status !== 200)
      return Response.json(
        { code: state.status === 503 ? 'busy' : 'broken', message: 'No', requestId: 'r' },
        { status: state.status },
      )
    const body = await answer(request)
    if (state.network === 'lose') throw new TypeError('Failed to fetch')
    return body instanceof Response ? body : Response.json(body)
  })
  vi.stubGlobal('fetch', fetch)

  return { state, rows, write, remove, goBack, fetch }
}
/** A row as the server answered it, when its feed stood at `seq`. */
export const answered = (t: string, row: Row, seq = 0): Answered => ({ t, id: row.id, v: row.version, row, seq })

export type SyncDouble = ReturnType<typeof syncDouble>

/** A settings item as the server sends it. */
export const itemRow = (id: number, label = `Item ${id}`): Row => ({
  id,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 1,
  archivedAt: null,
  label,
  code: `item-${id}`,
  colour: null,
  position: id,
  active: true,
  parent: null,
  mergedInto: null,
})
