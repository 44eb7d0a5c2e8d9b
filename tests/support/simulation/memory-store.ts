import type { Module, Row } from '#contract/module.ts'
import { holds } from '#server/crud/pointers.ts'
import type { Mutation, Store, Tx, WriteContext } from '#server/crud/store.ts'
import type { Queues } from '#server/sync/queues.ts'

type Values = Record<string, unknown>

/** One write, as history has it. */
export type Written = { seq: number; id: number; version: number; mid: string | null; before: Values; after: Row }

/** All that the server has on disk. Rows and entries are replaced, never changed, so a copy of the maps is a copy. */
export type Disk = {
  epoch: string
  rows: Map<number, { module: Module; row: Row }>
  ledger: Map<string, Mutation>
  history: Written[]
  marks: Map<string, { epoch: string; acknowledged: number }>
  leases: { first: number; last: number; device: string }[]
  lastBlock: number
}

const ANYBODY = 'anybody'

const copy = (disk: Disk): Disk => ({
  ...disk,
  rows: new Map(disk.rows),
  ledger: new Map(disk.ledger),
  history: [...disk.history],
  marks: new Map(disk.marks),
  leases: [...disk.leases],
})

export type MemoryServer = ReturnType<typeof memoryServer>

/** The ports of the server's own code, over memory. `wrap` may take a rule out of the port, to see that it is missed. */
export function memoryServer(wrap: (tx: Tx) => Tx = tx => tx, jumps: 'further' | 'theSame' = 'further') {
  let disk: Disk = {
    epoch: 'epoch-1',
    rows: new Map(),
    ledger: new Map(),
    history: [],
    marks: new Map(),
    leases: [],
    lastBlock: 0,
  }
  let backup: Disk | null = null
  let epochs = 1
  let turn: Promise<unknown> = Promise.resolve()

  const store: Store = {
    // One at a time: what two at once may do to each other is PostgreSQL's business and is tested there.
    async transaction(work) {
      const before = turn
      let end!: () => void
      turn = new Promise<void>(resolve => (end = resolve))
      await before
      const saved = copy(disk)
      try {
        return await work(
          wrap(
            transactionOn(
              () => disk,
              restored => (disk = restored),
            ),
          ),
        )
      } catch (error) {
        disk = saved
        throw error
      } finally {
        end()
      }
    },
  }

  const queues: Queues = {
    async open({ queueId, epoch, acknowledged }) {
      const known = disk.marks.get(queueId)
      const mark = Math.max(
        known?.epoch === disk.epoch ? known.acknowledged : 0,
        epoch === disk.epoch ? acknowledged : 0,
      )
      disk.marks.set(queueId, { epoch: disk.epoch, acknowledged: mark })
      return { epoch: disk.epoch, seq: disk.history.length, acknowledged: mark }
    },
    async feedSeqs(mids) {
      return new Map(disk.history.flatMap(({ mid, seq }) => (mid && mids.includes(mid) ? [[mid, seq] as const] : [])))
    },
    names: async () => new Map(),
    // Here devices are told of every decision, whenever they ask.
    told: async () => {},
  }

  return {
    store,
    queues,
    disk: () => disk,
    lease(device: string) {
      const first = disk.lastBlock * 1_000 + 1
      disk.lastBlock++
      disk.leases.push({ first, last: first + 999, device })
      return first
    },
    backUp() {
      backup = copy(disk)
    },
    restore() {
      if (!backup) return
      disk = copy(backup)
      disk.epoch = `epoch-${++epochs}`
      const first = disk.lastBlock * 1_000 + 1
      // Further than the last life may have leased, and further with every restore.
      disk.lastBlock = jumps === 'further' ? Math.max(disk.lastBlock, epochs * 1_000) : disk.lastBlock + 1_000
      // Blocks that were leased after the backup are somebody's; whose, nobody knows any more.
      disk.leases.push({ first, last: disk.lastBlock * 1_000, device: ANYBODY })
    },
  }
}

function transactionOn(disk: () => Disk, put: (disk: Disk) => void): Tx {
  const rowsOf = (module: Module) =>
    [...disk().rows.values()].filter(held => held.module === module).map(({ row }) => row)
  const write = (module: Module, before: Values, row: Row, { mid }: WriteContext): Row => {
    disk().rows.set(row.id, { module, row })
    disk().history.push({ seq: disk().history.length + 1, id: row.id, version: row.version, mid, before, after: row })
    return row
  }
  const tx: Tx = {
    async claim(mutation) {
      const twin = disk().ledger.get(mutation.mid)
      if (twin) return twin
      disk().ledger.set(mutation.mid, mutation)
      return null
    },
    async mutation(mid) {
      return disk().ledger.get(mid) ?? null
    },
    async settle(mid, { supersededBy = null, intent = null, decided = null, ...outcome }) {
      disk().ledger.set(mid, { ...disk().ledger.get(mid)!, ...outcome, supersededBy, intent, decided })
    },
    async savepoint(work) {
      const saved = copy(disk())
      try {
        return await work()
      } catch (error) {
        put(saved)
        throw error
      }
    },
    load: async (module, id) => (await tx.find(module, [id]))[0] ?? null,
    async find(module, ids) {
      return rowsOf(module).filter(row => ids.includes(row.id))
    },
    async where(module, path, value) {
      return rowsOf(module).filter(row => holds(row, path, value))
    },
    count: async (module, path, value) => (await tx.where(module, path, value)).length,
    async inOrder(module, field, { from = -Infinity, to = Infinity, last = false, limit = Infinity }) {
      const at = (row: Row) => row[field] as number
      const rows = rowsOf(module)
        .filter(row => at(row) >= from && at(row) <= to)
        .sort((a, b) => at(a) - at(b) || a.id - b.id)
      return (last ? rows.toReversed() : rows).slice(0, limit)
    },
    async alike(module, field, text) {
      const fold = (value: unknown) => String(value).toLowerCase()
      return rowsOf(module).filter(row => fold(row[field]) === fold(text))
    },
    async lock() {},
    async insert(module, row, context) {
      return write(module, {}, row, context)
    },
    async insertMany(module, rows, context) {
      for (const row of rows) write(module, {}, row, context)
    },
    async updateMany(module, changed, context) {
      return changed.map(({ row, changes }) =>
        write(module, row, { ...row, ...changes, version: row.version + 1 }, context),
      )
    },
    async update(module, row, changes, context) {
      return write(module, row, { ...row, ...changes, version: row.version + 1 }, context)
    },
    async fieldsAt(_module, id, version, fields) {
      const then = disk().history.findLast(written => written.id === id && written.version === version)?.after
      return then ? Object.fromEntries(fields.map(field => [field, then[field] ?? null])) : null
    },
    async lastMade() {
      return null
    },
    async writersOf() {
      return {}
    },
    async writesTo(_module, id, field) {
      return disk()
        .history.filter(one => one.id === id && (one.before[field] ?? null) !== (one.after[field] ?? null))
        .toReversed()
        .map(({ mid, version, before, after }) => ({
          mid,
          version,
          at: after.updatedAt,
          before: before[field] ?? null,
        }))
    },
    async deleted() {
      return null
    },
    leasedAt: () => Promise.resolve(null),
    async isLeased(id, { device }) {
      return disk().leases.some(
        lease => (lease.device === device || lease.device === ANYBODY) && id >= lease.first && id <= lease.last,
      )
    },
    async isTaken(id) {
      return disk().history.some(written => written.id === id)
    },
    async nextId() {
      throw new Error('nothing here asks the server for an id')
    },
    hasWaited: () => false,
    async also() {
      throw new Error('nothing here is kept in tables')
    },
  }
  return tx
}
