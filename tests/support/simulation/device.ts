import type { PushAnswer, PushCancel, PushInput, PushOp, PushResult } from '#contract/calls/sync.ts'
import { BAD } from './task.ts'

/** The rules of a device's queue; a variant of the simulation breaks one of them. */
export type Rules = {
  /** Does an op say which one of its lane it follows? */
  saysPrevious: boolean
  /** Is something that may have left the device withdrawn at the server? */
  withdraws: boolean
  /** When does the device learn that the server was restored? */
  learnsEpoch: 'always' | 'fromPull' | 'never'
  /** Does a withdrawal say what the withdrawn op followed? */
  saysPreviousOfWithdrawn: boolean
  /** Does what follows a withdrawn op follow, from then on, what that one followed? */
  passesOver: boolean
  /** Are withdrawals sent again after a restore? */
  withdrawsAgain: boolean
  /** Does only the answer to the withdrawal itself settle it? */
  waitsForWithdrawal: boolean
  /** Are answers taken by the one who waits for them alone? */
  checksClaim: boolean
  /** How is a refused op corrected? */
  corrects: 'inOneStep' | 'byWithdrawingFirst' | 'atTheEnd'
  /** Is the base what the author saw, or what is there when it is sent? */
  keepsBase: boolean
  /** Is the server told up to where the queue is final? */
  saysFinal: boolean
  /** Are the ops of a group sent as one? */
  groups: boolean
}

export const allRules: Rules = {
  saysPrevious: true,
  withdraws: true,
  learnsEpoch: 'always',
  saysPreviousOfWithdrawn: true,
  passesOver: true,
  withdrawsAgain: true,
  waitsForWithdrawal: true,
  checksClaim: true,
  corrects: 'inOneStep',
  keepsBase: true,
  saysFinal: true,
  groups: true,
}

type State = 'pending' | 'sending' | 'conflict' | 'rejected' | 'cancelling' | 'superseded' | 'done' | 'discarded'
type Task = { id: number; version: number; title: string }

export type Op = {
  seq: number
  /** Its place; a correction takes the place of what it corrects. */
  ord: number
  mid: string
  /** The record. */
  lane: number
  op: 'task.create' | 'task.add' | 'task.change'
  args: Record<string, unknown>
  base: PushOp['base']
  prevMid: string | null
  group: string | null
  supersedes: string | null
  alsoSupersedes: string[]
  state: State
  /** What a superseded op was before. */
  was: State
  claim: number | null
  sentOnce: boolean
  /** Why it was refused, if ever. */
  code: string | null
}

/** What leaves a device, and what it remembers of it. */
export type Message = { claim: number; input: PushInput }

export type Device = ReturnType<typeof makeDevice>

const isFinal = ({ state }: Op) => state === 'done' || state === 'discarded' || state === 'superseded'

/** A device with its queue, by the rules of the client's outbox, and a person who works on it. */
export function makeDevice(name: string, lease: () => number, rules: Rules) {
  const ops: Op[] = []
  let seen = new Map<number, Task>()
  let epoch: string | null = null
  let nextId = 0
  let lastId = -1
  let claims = 0

  const byMid = (mid: string | null) => ops.find(op => op.mid === mid)
  const inOrder = () => ops.toSorted((a, b) => a.ord - b.ord || a.seq - b.seq)
  const laneOf = (lane: number) => inOrder().filter(op => op.lane === lane)

  const enqueue = (lane: number, op: Op['op'], args: Op['args'], more: Partial<Op> = {}): Op => {
    const seq = ops.length + 1
    const kept = laneOf(lane).filter(({ state }) => state !== 'discarded' && state !== 'superseded')
    const made: Op = {
      seq,
      ord: seq,
      mid: `${name}-${seq}`,
      lane,
      op,
      args,
      base: null,
      prevMid: kept.at(-1)?.mid ?? null,
      group: null,
      supersedes: null,
      alsoSupersedes: [],
      state: 'pending',
      was: 'pending',
      claim: null,
      sentOnce: false,
      code: null,
      ...more,
    }
    ops.push(made)
    return made
  }

  /** The title as the person sees it: what the server has, and their own waiting changes on top. */
  const titleOf = (lane: number): string | null => {
    const waiting = laneOf(lane).filter(op => !['discarded', 'superseded', 'done', 'cancelling'].includes(op.state))
    const own = waiting.findLast(op => 'title' in op.args)
    return (own?.args.title as string | undefined) ?? seen.get(lane)?.title ?? null
  }

  const baseNow = (lane: number): PushOp['base'] => ({
    version: seen.get(lane)?.version ?? 1,
    fields: { title: titleOf(lane) },
  })

  /** Withdrawn for good. */
  const withdrawn = (op: Op) => {
    if (rules.passesOver) drop(op, op.prevMid)
    else op.state = 'discarded'
  }

  /** It will never be: what follows it follows what it followed. */
  const drop = (op: Op, instead: string | null) => {
    op.state = 'discarded'
    op.claim = null
    for (const other of ops) if (other.prevMid === op.mid) other.prevMid = instead
  }

  const see = (row: unknown) => {
    const task = row as Task | undefined
    if (task && task.version > (seen.get(task.id)?.version ?? 0)) seen.set(task.id, task)
  }

  const adopt = (next: string) => {
    const isFirst = epoch === null
    epoch = next
    if (isFirst) return
    seen = new Map()
    for (const op of ops) {
      if (op.state === 'sending' || op.state === 'done') op.state = 'pending'
      if (op.state === 'discarded' && op.sentOnce && rules.withdraws && rules.withdrawsAgain) op.state = 'cancelling'
      op.claim = null
    }
  }

  const discardOne = (op: Op) => {
    op.claim = null
    if (op.sentOnce && rules.withdraws) {
      op.state = 'cancelling'
      return
    }
    drop(op, op.prevMid)
    const replaced = byMid(op.supersedes)
    // The correction never left: what it was to correct waits for the person again.
    if (replaced?.state !== 'superseded') return
    replaced.state = replaced.was
    if (op.group !== null) discardOne(replaced)
  }

  const wire = (op: Op): PushOp | PushCancel => {
    const lane = `task:${op.lane}`
    if (op.state === 'cancelling')
      return {
        cancel: op.mid,
        lane,
        ...(rules.saysPreviousOfWithdrawn && { prevMid: op.prevMid }),
        alsoSupersedes: op.supersedes ? [op.supersedes, ...op.alsoSupersedes] : [],
      }
    return {
      mid: op.mid,
      op: op.op,
      opV: 1,
      id: op.lane,
      args: op.args,
      base: op.base && !rules.keepsBase ? { ...op.base, fields: { title: seen.get(op.lane)?.title } } : op.base,
      queueSeq: op.seq,
      lane,
      prevMid: rules.saysPrevious ? op.prevMid : null,
      group: rules.groups ? op.group : null,
      supersedes: op.supersedes,
      alsoSupersedes: op.alsoSupersedes,
    }
  }

  const takeOne = (op: Op, result: PushResult) => {
    see(result.row)
    op.claim = null
    op.code = result.code ?? op.code
    const wasWithdrawn = op.state === 'cancelling'
    switch (result.status) {
      case 'applied':
      case 'replayed':
        op.state = 'done'
        break
      case 'conflict':
      case 'rejected':
        if (wasWithdrawn) withdrawn(op)
        else op.state = result.status
        break
      case 'cancelled':
        withdrawn(op)
        break
      case 'superseded':
        op.state = 'superseded'
        break
      case 'too_late': {
        const replaced = byMid(op.supersedes)
        drop(op, op.supersedes)
        // It had been applied after all; asked again, the server says so.
        if (replaced) replaced.state = 'pending'
        op.supersedes = null
        op.alsoSupersedes = []
        break
      }
      case 'out_of_order':
      case 'blocked':
      case 'retry':
        if (!wasWithdrawn) op.state = 'pending'
    }
  }

  return {
    name,
    ops,
    seen: () => seen,

    // -- what the person does
    create(isBad: boolean) {
      if (nextId > lastId) {
        nextId = lease()
        lastId = nextId + 999
      }
      enqueue(nextId++, 'task.create', { title: isBad ? BAD : `${name} ${ops.length}` })
    },
    lanes: () => [...new Set([...seen.keys(), ...ops.map(op => op.lane)])].filter(lane => titleOf(lane) !== null),
    add(lane: number, isBad: boolean, group: string | null = null) {
      enqueue(lane, 'task.add', { what: isBad ? BAD : `${name}-${ops.length + 1}` }, { group })
    },
    retitle(lane: number) {
      enqueue(lane, 'task.change', { title: `${name} says ${ops.length}` }, { base: baseNow(lane) })
    },
    /** Withdraws an op, with all of its group, and with all that builds on it if it makes the record. */
    discard(op: Op) {
      const chain = new Set([op])
      for (const one of chain)
        for (const other of ops)
          if (
            (one.op === 'task.create' && other.lane === one.lane) ||
            (one.group !== null && other.group === one.group)
          )
            chain.add(other)
      const open = [...chain].filter(one => !isFinal(one) && one.state !== 'cancelling')
      if (open.some(one => one.state === 'sending')) return
      for (const one of open.toSorted((a, b) => b.seq - a.seq)) discardOne(one)
    },
    /** Corrects a refused op, or decides a conflict for the own value. */
    correct(op: Op) {
      const args =
        op.args.title === BAD ? { title: `${name} better` } : op.args.what === BAD ? { what: op.mid } : op.args
      const base = op.base && { version: seen.get(op.lane)?.version ?? 1, fields: { title: seen.get(op.lane)?.title } }
      const more = { base, prevMid: op.prevMid, group: op.group }
      if (rules.corrects === 'inOneStep') {
        op.was = op.state
        op.state = 'superseded'
        const alsoSupersedes = op.supersedes ? [op.supersedes, ...op.alsoSupersedes] : []
        enqueue(op.lane, op.op, args, { ...more, ord: op.ord, supersedes: op.mid, alsoSupersedes })
        return
      }
      op.state = 'cancelling'
      const atTheEnd = rules.corrects === 'atTheEnd'
      const made = enqueue(op.lane, op.op, args, atTheEnd ? { base, group: op.group } : { ...more, ord: op.ord })
      if (!atTheEnd) for (const other of ops) if (other !== made && other.prevMid === op.mid) other.prevMid = made.mid
    },

    // -- what the drainer does
    send(most: number): Message | null {
      const claim = ++claims
      const batch: Op[] = []
      const stuck = new Set<number>()
      const openOps = inOrder().filter(op => !isFinal(op))
      const waits = (op: Op) => op.state === 'conflict' || op.state === 'rejected' || stuck.has(op.lane)
      for (const op of openOps) {
        const unit = op.group === null ? [op] : openOps.filter(other => other.group === op.group)
        const halts = unit.some(
          one => waits(one) || (one !== op && laneOf(one.lane).some(before => holdsUp(before, one))),
        )
        if (op.state === 'cancelling') {
          if (op.claim === null && batch.length < most) batch.push(op)
          stuck.add(op.lane)
        } else if (halts) stuck.add(op.lane)
        else if (op.state === 'pending' && (batch.length < most || unit.some(one => batch.includes(one))))
          batch.push(op)
        else if (op.state === 'pending') stuck.add(op.lane)
      }
      if (batch.length === 0) return null
      for (const op of batch) {
        if (op.state === 'pending') op.state = 'sending'
        op.sentOnce = true
        op.claim = claim
      }
      const firstOpen = openOps.length > 0 ? Math.min(...openOps.map(op => op.seq)) : ops.length + 1
      const acknowledged = rules.saysFinal ? firstOpen - 1 : 0
      const input = { queueId: name, deviceId: name, epoch, build: 'test', acknowledged, ops: batch.map(wire) }
      return { claim, input }
    },
    take({ claim, input }: Message, answer: PushAnswer) {
      if (rules.learnsEpoch !== 'always') epoch ??= answer.epoch
      else if (input.epoch !== epoch)
        return // asked in another life of the server
      else if (answer.epoch !== epoch) {
        const isFirst = epoch === null
        adopt(answer.epoch)
        if (!isFirst) return
      }
      for (const result of answer.results) {
        const op = byMid(result.mid)
        const isOurs = op?.claim === claim || (!rules.checksClaim && op !== undefined && !isFinal(op))
        const isLateRefusal = op?.state === 'cancelling' && result.status === 'rejected' && !rules.waitsForWithdrawal
        if (op && (isOurs || isLateRefusal)) takeOne(op, result)
      }
    },
    /** The tab dies, or waits no longer: what was under way is to be sent again. */
    giveUp() {
      for (const op of ops) {
        if (op.state === 'sending') op.state = 'pending'
        op.claim = null
      }
    },
    pull(server: { epoch: string; rows: Task[] }) {
      if (server.epoch !== epoch && (epoch === null || rules.learnsEpoch !== 'never')) adopt(server.epoch)
      seen = new Map(server.rows.map(row => [row.id, row]))
    },
  }
}

/** Is this one before the other in its lane, and not to be passed? */
const holdsUp = (before: Op, op: Op) =>
  (before.ord < op.ord || (before.ord === op.ord && before.seq < op.seq)) &&
  ['conflict', 'rejected', 'cancelling'].includes(before.state)
