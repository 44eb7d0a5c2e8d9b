import type { PushAnswer, PushInput } from '#contract/calls/push.ts'
import type { Row } from '#contract/module.ts'
import { adoptEpoch, nextSending, storeAnswer, type Sending } from '#src/offline/outbox/drain.ts'
import {
  acknowledgedIn,
  askWhoDecided,
  bringBack,
  correct,
  correctWith,
  discard,
  enqueue,
  giveUp,
  hurry,
  inOrder,
  openBooks,
  release,
  type Books,
} from '#src/offline/outbox/machine.ts'
import { importOps } from '#src/offline/outbox/import.ts'
import { isOpen, type OutboxOp, type QueueState } from '#src/offline/outbox/op.ts'
import { memoryOutbox, type Asked } from './memory-outbox.ts'
import { BAD, register } from './task.ts'

/** What leaves a device, and what it remembers of it. */
export type Message = Sending & { from: string }
/** The records as the server had them when a device asked, and where that device was in the feed. */
export type Pulled = { epoch: string; rows: readonly Row[]; decided: readonly string[]; asked: Asked }

/** Ways to take one rule out of the shipped code, at its edges. */
export type Broken = {
  /** Changes what leaves. */
  sent?: (input: PushInput, baseOf: (id: number) => Row | null) => PushInput
  /** Changes what is heard, and what it is heard for. */
  heard?: (books: Books, message: Message, answer: PushAnswer) => void
  /** What the device makes of the epoch in an answer. */
  epochOf?: (answer: PushAnswer, queue: QueueState) => string
  /** Changes what a step writes. */
  kept?: (before: OutboxOp | undefined, after: OutboxOp) => void
  discard?: typeof discard
  correct?: typeof correct
  isDeafToPulls?: boolean
  /** Is an op put off until a time that its clock, put back, will only reach in a year? */
  isFrozenByClocks?: boolean
  /** Does a lane go on while something of it is on its way? As with two drainers that nothing keeps apart. */
  isPipelined?: boolean
  /** The rows that a pull brings, before they are stored. */
  pulled?: (rows: readonly Row[]) => readonly Row[]
}

export type Device = ReturnType<typeof makeDevice>

const LANE = (id: number) => `task:${id}`
/** As long as the drainer lets anything wait, in ms. */
const MOST = 5 * 60_000

/** A device with the shipped outbox over memory, and a person who works on it. */
export function makeDevice(name: string, lease: () => number, broken: Broken = {}) {
  const outbox = memoryOutbox(name, register, broken.kept)
  const { store } = outbox
  let now = Date.UTC(2026, 0, 1)
  let nextId = 0
  let lastId = -1
  let made = 0

  const pause = (attempts: number) => Math.min(MOST, 2_000 * 2 ** attempts)
  const row = (id: number) => outbox.row(id)
  const baseNow = (id: number, fields: readonly string[]) => {
    const seen = row(id)
    return {
      version: seen?.version ?? 1,
      fields: Object.fromEntries(fields.map(field => [field, seen?.[field] ?? null])),
    }
  }
  const stamp = () => ({ at: now, clockOffset: 0, build: 'test' })
  const word = () => `${name} ${++made}`

  /** Keeps a wish as the shipped outbox does. */
  const keep = (op: string, id: number, args: OutboxOp['args'], more: Partial<OutboxOp> = {}) => {
    const mid = `${name}-${outbox.queue().last + 1}`
    const deps = typeof args.about === 'number' ? madeHere(args.about, id) : []
    const wish = { mid, op, opV: 1, id, args, base: null, userId: 1, deviceId: name, lane: LANE(id), deps }
    return store.change({ lanes: [LANE(id)] }, books => enqueue(books, { ...wish, ...stamp(), ...more }))
  }
  const madeHere = (id: number, own: number) =>
    id !== own && outbox.ops().some(op => op.id === id && op.op === 'task.create' && op.state !== 'discarded')
      ? [LANE(id)]
      : []

  const onMid = <R>(mid: string, step: (op: OutboxOp, books: Books) => R) =>
    store.change({ mids: [mid] }, books =>
      step(
        books.ops.find(op => op.mid === mid)!,
        books,
      ),
    )

  /** What the person gave up, or said anew in other words. */
  const letGo = new Set<string>()
  const asSaid = <R>(books: Books, step: () => R): R => {
    const before = books.ops.map(op => [op, op.state] as const)
    const result = step()
    for (const [op, state] of before)
      if (op.state !== state && ['discarded', 'cancelling', 'superseded'].includes(op.state)) letGo.add(op.mid)
    return result
  }

  const correction = (op: OutboxOp, args: OutboxOp['args'], base: OutboxOp['base']) =>
    onMid(op.mid, (found, books) =>
      asSaid(books, () =>
        (broken.correct ?? correct)(
          books,
          found,
          { args, base, mid: `${name}-${books.queue.last + 1}`, ...stamp() },
          now,
        ),
      ),
    )

  /** What was said again of a record that came back; not of what had come too late before, and stands anywhere. */
  const broughtBack = new Set<string>()
  /** An archived record comes back, and what was wanted of it is said again behind that, as it was said. */
  const restored = (op: OutboxOp, args: OutboxOp['args']) =>
    onMid(op.mid, (found, books) =>
      asSaid(books, () => {
        const [restoring, again] = [1, 2].map(next => ({ mid: `${name}-${books.queue.last + next}`, ...stamp() }))
        const change = { ...again!, args, base: op.base }
        if (Number.isInteger(found.ord)) broughtBack.add(change.mid)
        return bringBack(books, found, [], { restoring: restoring!, change }, now)
      }),
    )

  return {
    name,
    ops: outbox.ops,
    row,
    wrongRows: outbox.wrongRows,
    hasChanged: outbox.hasChanged,
    letGo: letGo as ReadonlySet<string>,
    broughtBack: broughtBack as ReadonlySet<string>,
    isSettledIn: () => outbox.epoch() === outbox.queue().epoch,

    // -- what the person does
    async create(isBad: boolean) {
      if (nextId > lastId) {
        nextId = lease()
        lastId = nextId + 999
      }
      await keep('task.create', nextId++, { title: isBad ? BAD : word() })
    },
    lanes: () => outbox.ids().filter(id => row(id) !== null),
    add: (id: number, isBad: boolean) => keep('task.add', id, { what: isBad ? BAD : word() }),
    say: (id: number, field: 'title' | 'note') =>
      keep('task.change', id, { [field]: word() }, { base: baseNow(id, [field]) }),
    refer: (id: number, about: number) => keep('task.change', id, { about }, { base: baseNow(id, ['about']) }),
    archive: (id: number) => keep(row(id)?.archivedAt ? 'task.restore' : 'task.archive', id, {}),
    /** Withdraws an op, with all that goes with it. */
    discard: (op: OutboxOp) =>
      onMid(op.mid, (found, books) => asSaid(books, () => (broken.discard ?? discard)(books, found, now))),
    /** Corrects a refused op, or decides a conflict for the own value. */
    async correct(op: OutboxOp) {
      const args =
        op.args.title === BAD
          ? { title: `${name} better` }
          : op.args.what === BAD
            ? { what: word() }
            : 'about' in op.args
              ? { about: null }
              : op.args
      const theirs = outbox.base(op.id)
      const fields = Object.keys(op.base?.fields ?? {})
      const base = op.base && {
        version: theirs?.version ?? 1,
        fields: Object.fromEntries(fields.map(field => [field, theirs?.[field] ?? null])),
      }
      if (op.problem?.asks?.includes('archivedAt')) await restored(op, args)
      else await correction(op, args, base)
    },
    /** Says something else in the place of what still waits. */
    async reword(op: OutboxOp) {
      const [field] = Object.keys(op.args).filter(name => ['title', 'what', 'note'].includes(name))
      if (field) await correction(op, { ...op.args, [field]: word() }, op.base)
    },
    /** Says the same as a change and as all plain changes right behind it, in one. */
    async foldUp(op: OutboxOp) {
      const behind = inOrder(outbox.ops().filter(one => one.lane === op.lane && isOpen(one) && one.ord > op.ord))
      const end = behind.findIndex(one => one.op !== 'task.change' || one.state !== 'pending')
      const followers = behind.slice(0, end < 0 ? behind.length : end)
      const all = [op, ...followers]
      const args = Object.assign({}, ...all.map(one => one.args)) as OutboxOp['args']
      const fields = Object.assign({}, ...all.map(one => one.base?.fields ?? {}).toReversed()) as OutboxOp['args']
      const base = { version: op.base?.version ?? 1, fields }
      const mids = followers.map(({ mid }) => mid)
      await onMid(op.mid, (found, books) =>
        asSaid(books, () => {
          const better = { args, base, mid: `${name}-${books.queue.last + 1}`, ...stamp() }
          return correctWith(books, found, mids, better, now)
        }),
      )
    },
    /** A refusal was told to a person who has what they typed before them. */
    release: (op: OutboxOp) => onMid(op.mid, (found, books) => asSaid(books, () => release(books, found, now))),
    hurry: () => store.change('all', hurry),
    /** All that it has not sent, as it lies there. From then on it counts as sent. */
    async file(): Promise<OutboxOp[]> {
      const file = structuredClone(outbox.ops().filter(isOpen))
      await store.change('all', books => {
        for (const op of books.ops.filter(isOpen)) books.touched.add(Object.assign(op, { sentOnce: true }))
      })
      return file
    },
    forget: outbox.forget,
    forgotten: outbox.forgotten,
    takeIn: (file: readonly OutboxOp[]) => importOps(store, inOrder(structuredClone(file))),

    // -- what time does
    wait: (ms: number) => void (now += ms),

    // -- what the drainer does
    async send(most: number, drainer = name, not?: ReadonlySet<string>): Promise<Message | null> {
      const frozen = (op: OutboxOp) => op.nextAt > now && (op.nextAt = now + 1)
      const cold: typeof store = {
        change: (concerned, step, more) =>
          store.change(concerned, books => (books.ops.forEach(frozen), step(books)), more),
      }
      // What is on its way does not hold up its lane, as long as nothing refers to what it makes.
      const isUnderWay = ({ claim }: OutboxOp) => claim !== null
      const isAwaited = ({ lane }: OutboxOp) => outbox.ops().some(op => isOpen(op) && op.deps.includes(lane))
      const pipelined: typeof store = {
        change: (concerned, step, more) =>
          store.change(
            concerned,
            books => {
              if (!books.ops.some(op => isUnderWay(op) && isAwaited(op)))
                books.ops = books.ops.filter(op => !isUnderWay(op))
              return step(books)
            },
            more,
          ),
      }
      const port = broken.isFrozenByClocks ? cold : broken.isPipelined ? pipelined : store
      const sending = await nextSending({ store: port, drainer, build: 'test', now: () => now }, most, not)
      if (!sending) return null
      const input = structuredClone(sending.input)
      // What is under way is not final, whatever the lane does meanwhile.
      const queue = outbox.queue()
      if (broken.isPipelined) input.acknowledged = acknowledgedIn(openBooks(queue, outbox.ops()), input.queueId)
      return { ...sending, from: name, input: broken.sent?.(input, outbox.base) ?? input }
    },
    async take(message: Message, heard: PushAnswer) {
      const answer = { ...heard, epoch: broken.epochOf?.(heard, outbox.queue()) ?? heard.epoch }
      const sent = broken.epochOf ? { ...message, epoch: outbox.queue().epoch } : message
      const port: typeof store = {
        change: (concerned, step, more) =>
          store.change(
            concerned,
            books => {
              broken.heard?.(books, sent, answer)
              return step(books)
            },
            more,
          ),
      }
      await storeAnswer({ store: port, now: () => now, pause }, sent, answer)
    },
    /** The tab dies, or waits no longer: what was under way is to be sent again. */
    giveUp: () => store.change('claimed', books => giveUp(books, () => true)),

    // -- what the feed brings
    ask: (server: Omit<Pulled, 'asked'>): Pulled => ({ ...server, asked: outbox.ask() }),
    async pulled({ epoch, rows, decided, asked }: Pulled) {
      const isDeaf = broken.isDeafToPulls && outbox.queue().epoch !== null
      await store.change({ mids: decided }, books => askWhoDecided(books, decided))
      const isReset = 'epoch' in asked && epoch !== asked.epoch
      if (isReset && !isDeaf) await adoptEpoch(store, epoch)
      if (isReset) return outbox.beginLoad()
      const fresh = (broken.pulled?.(rows) ?? rows).map(row => ({ t: 'task', row }))
      const isLoaded = outbox.pulled(asked, epoch, fresh) && 'load' in asked
      if (isLoaded && !isDeaf) await adoptEpoch(store, epoch)
    },
  }
}
