import type { PushAnswer } from '#contract/calls/sync.ts'
import type { Tx } from '#server/crud/store.ts'
import { push } from '#server/sync/push.ts'
import { allRules, makeDevice, type Message, type Op, type Rules } from './device.ts'
import { memoryServer } from './memory-store.ts'
import { actor, taskWriter } from './task.ts'

/** What may happen, with how often it is tried. `a` and `b` pick the device, the op, the message. */
export const happenings = {
  create: 4,
  createBad: 2,
  add: 8,
  addBad: 2,
  addPair: 2,
  retitle: 4,
  discard: 4,
  correct: 5,
  send: 14,
  deliver: 12,
  deliverAndKeep: 6,
  deliverTwo: 3,
  lose: 1,
  answer: 12,
  giveUp: 3,
  pull: 3,
  fault: 1,
  backUp: 1,
  restore: 1,
} as const
export type Happening = keyof typeof happenings
export type Step = { what: Happening; a: number; b: number }

export type Variant = {
  /** What the devices do not keep to. */
  rules?: Partial<Rules>
  /** What the server's store does not do. */
  port?: (tx: Tx) => Tx
  /** How far a restore jumps ahead of the ids that were given out. */
  jumps?: 'further' | 'theSame'
}

const DEVICES = 2

const MOST = 4
const CYCLES = 12

/**
 * Plays one schedule against the server's own push, ledger, rules and merge, then lets everything heal, and answers
 * what is not as it must be.
 */
export async function simulate(steps: readonly Step[], { rules, port, jumps }: Variant = {}): Promise<string[]> {
  const faults = { left: 0 }
  const server = memoryServer(port, jumps)
  const sync = { store: server.store, queues: server.queues, writer: taskWriter(faults), report: () => {} }
  const devices = Array.from({ length: DEVICES }, (_, at) => {
    const name = `device${at}`
    return makeDevice(name, () => server.lease(name), { ...allRules, ...rules })
  })
  const deviceOf = ({ input }: Message) => devices.find(({ name }) => name === input.deviceId)!
  const deliver = (message: Message) => push(sync, { actor, request: null, confirmed: true }, message.input)
  const pull = (device: (typeof devices)[number]) => {
    const { epoch, rows } = server.disk()
    device.pull({ epoch, rows: [...rows.values()].map(({ row }) => row as never) })
  }
  const requests: Message[] = []
  const answers: { message: Message; answer: PushAnswer }[] = []
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)]
  const take = <T>(from: T[], at: number): T | undefined => from.splice(at % Math.max(1, from.length), 1)[0]
  const arrive = async (message: Message | undefined) => {
    if (message) answers.push({ message, answer: await deliver(message) })
  }

  const play = async ({ what, a, b }: Step) => {
    const device = devices[a % DEVICES]!
    const lane = pick(device.lanes(), b)
    const openOps = device.ops.filter(({ state }) => !['done', 'discarded', 'superseded'].includes(state))
    switch (what) {
      case 'create':
      case 'createBad':
        return device.create(what === 'createBad')
      case 'add':
      case 'addBad':
        return lane && device.add(lane, what === 'addBad')
      case 'addPair': {
        const other = pick(device.lanes(), b + 1)
        if (!lane || !other || lane === other) return
        const group = `${device.name} group ${device.ops.length}`
        device.add(lane, false, group)
        return device.add(other, a % 3 === 0, group)
      }
      case 'retitle':
        return lane && device.retitle(lane)
      case 'discard': {
        const op = pick(
          openOps.filter(({ state }) => state !== 'sending' && state !== 'cancelling'),
          b,
        )
        return op && device.discard(op)
      }
      case 'correct': {
        const op = pick(openOps.filter(isRefused), b)
        return op && device.correct(op)
      }
      case 'send': {
        const message = device.send(MOST)
        return message && requests.push(message)
      }
      case 'deliver':
        return arrive(take(requests, b))
      case 'deliverAndKeep':
        return arrive(pick(requests, b))
      case 'deliverTwo':
        return Promise.all([arrive(take(requests, b)), arrive(pick(requests, b + 1))])
      case 'lose':
        return b % 2 ? take(requests, b) : take(answers, b)
      case 'answer': {
        const answered = take(answers, b)
        return answered && deviceOf(answered.message).take(answered.message, answered.answer)
      }
      case 'giveUp':
        return device.giveUp()
      case 'pull':
        return pull(device)
      case 'fault':
        faults.left = 1
        return
      case 'backUp':
        return server.backUp()
      case 'restore':
        return server.restore()
    }
  }

  for (const step of steps) await play(step)
  faults.left = 0

  // -- everything heals
  const cycle = async (device: (typeof devices)[number]) => {
    device.giveUp()
    pull(device)
    const message = device.send(1_000)
    if (message) device.take(message, await deliver(message))
  }
  const problems: string[] = []
  // Three rounds: one may only teach the epoch, one only find what is refused, then nothing may wait for it.
  for (let round = 0; round < 3; round++) for (const device of devices) await cycle(device)
  for (const device of devices) problems.push(...heldUp(device.name, device.ops))
  const heal = async () => {
    for (let round = 0; round < CYCLES; round++)
      for (const device of devices) {
        for (const op of device.ops.filter(isRefused)) {
          // A record that a restore took away and its author then withdrew: there is nothing left to do.
          if (round >= CYCLES / 2 && op.code === 'not_found') device.discard(op)
          else if (isRefused(op)) device.correct(op)
        }
        await cycle(device)
      }
  }
  await heal()
  // What the network still holds arrives at last, and must be without effect.
  for (const message of requests) await arrive(message)
  for (const { message, answer } of answers) deviceOf(message).take(message, answer)
  await heal()

  for (const device of devices) problems.push(...judge(device.name, device.ops, server.disk().history))
  return problems
}

const isRefused = ({ state }: Op) => state === 'conflict' || state === 'rejected'
const isFinal = ({ state }: Op) => state === 'done' || state === 'discarded' || state === 'superseded'

/** Ops that wait although nothing in their lane, or their group's lanes, needs a person. */
function heldUp(name: string, ops: Op[]): string[] {
  const stuck = new Set(ops.filter(isRefused).map(({ lane }) => lane))
  for (let grown = -1; grown !== stuck.size;) {
    grown = stuck.size
    const groups = new Set(ops.filter(op => !isFinal(op) && stuck.has(op.lane)).map(({ group }) => group))
    for (const op of ops) if (op.group !== null && groups.has(op.group)) stuck.add(op.lane)
  }
  return ops
    .filter(op => !isFinal(op) && !stuck.has(op.lane))
    .map(op => `${name}: ${op.mid} is held up as ${op.state} by another lane`)
}

type History = ReturnType<ReturnType<typeof memoryServer>['disk']>['history']

/** The invariants, asked when everything has healed. */
function judge(name: string, ops: Op[], history: History): string[] {
  const problems: string[] = []
  const say = (op: Op, what: string) => problems.push(`${name}: ${op.mid} (${op.op}, ${op.state}) ${what}`)
  const writes = new Map<string, History>()
  for (const written of history) if (written.mid) writes.set(written.mid, [...(writes.get(written.mid) ?? []), written])
  const times = (op: Op) => writes.get(op.mid)?.length ?? 0

  for (const op of ops) {
    if (!isFinal(op)) say(op, `never came to an end${op.code ? `: ${op.code}` : ''}`)
    if (times(op) > 1) say(op, 'was done twice')
    if (op.state === 'done' && times(op) === 0 && !wasAlreadySo(op, history)) say(op, 'is not on the server')
    if ((op.state === 'discarded' || op.state === 'superseded') && times(op) > 0) say(op, 'was done all the same')
    if (op.state === 'superseded' && !ops.some(other => replaces(other, op))) say(op, 'has vanished')
    const parent = ops.find(other => other.op === 'task.create' && other.lane === op.lane && other.state === 'done')
    if (op.code === 'not_found' && parent) say(op, 'was refused for want of a record that was only on its way')
    const [written] = writes.get(op.mid) ?? []
    if (op.op === 'task.change' && written && written.before.title !== op.base?.fields.title)
      say(op, `replaced ${String(written.before.title)}, which its author never saw`)
  }

  for (const lane of new Set(ops.map(op => op.lane))) {
    const done = ops
      .filter(op => op.lane === lane && op.state === 'done')
      .sort((a, b) => a.ord - b.ord || a.seq - b.seq)
    const order = done.flatMap(op => writes.get(op.mid)?.map(({ seq }) => seq) ?? [])
    if (order.some((seq, at) => at > 0 && seq < order[at - 1]!)) problems.push(`${name}: lane ${lane} is out of order`)
  }

  for (const group of new Set(ops.map(op => op.group)))
    if (group !== null) {
      const live = ops.filter(op => op.group === group && op.state !== 'superseded')
      const done = live.filter(op => times(op) > 0).length
      if (done > 0 && done < live.length) problems.push(`${name}: only a part of ${group} was done`)
    }
  return problems
}

/** A change to a value that the record had already writes nothing. */
const wasAlreadySo = (op: Op, history: History) =>
  op.op === 'task.change' && history.some(({ id, after }) => id === op.lane && after.title === op.args.title)

const replaces = (other: Op, op: Op) =>
  (other.supersedes === op.mid || other.alsoSupersedes.includes(op.mid)) && other.state !== 'superseded'
