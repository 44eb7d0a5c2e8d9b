import type { PushAnswer } from '#contract/calls/push.ts'
import type { Tx } from '#server/crud/store.ts'
import { Problem } from '#contract/problem.ts'
import { decideStuck } from '#server/sync/decide.ts'
import { push } from '#server/sync/push.ts'
import { isOpen, needsDecision, type OutboxOp } from '#src/offline/outbox/op.ts'
import { makeDevice, type Broken, type Device, type Message, type Pulled } from './device.ts'
import { heldUp, judge, lookAt } from './judge.ts'
import { memoryServer } from './memory-store.ts'
import { actor, BAD, FAULT, supervisor, taskWriter, type Faults } from './task.ts'

/** What may happen, with how often it is tried. `a` and `b` pick the device, the op, the message. */
export const happenings = {
  create: 4,
  createBad: 2,
  add: 8,
  addBad: 2,
  retitle: 4,
  annotate: 2,
  refer: 2,
  archive: 1,
  discard: 4,
  correct: 5,
  reword: 3,
  foldUp: 2,
  forget: 1,
  release: 1,
  hurry: 1,
  carry: 1,
  send: 14,
  deliver: 12,
  deliverAndKeep: 6,
  deliverTwo: 3,
  lose: 1,
  answer: 12,
  giveUp: 3,
  pull: 3,
  pulled: 3,
  wait: 3,
  clockAhead: 1,
  clockBack: 1,
  fault: 1,
  failing: 1,
  backUp: 1,
  restore: 1,
  decide: 4,
} as const
export type Happening = keyof typeof happenings
export type Step = { what: Happening; a: number; b: number }

export type Variant = {
  /** What the devices do not keep to. */
  broken?: Broken
  /** What the server's store does not do. */
  port?: (tx: Tx) => Tx
  /** How far a restore jumps ahead of the ids that were given out. */
  jumps?: 'further' | 'theSame'
}

const DEVICES = 2
const MOST = 4
const CYCLES = 12
const LONGEST_PAUSE = 5 * 60_000
const DAY = 24 * 60 * 60_000

/**
 * Plays one schedule with the outbox that is shipped against the server's own push, ledger, rules and merge, then lets
 * everything heal, and answers what is not as it must be.
 */
export async function simulate(steps: readonly Step[], { broken, port, jumps }: Variant = {}): Promise<string[]> {
  const faults: Faults = { left: 0 }
  let decisions = 0
  /** What was decided and has not been lost with a restore. */
  let decided: string[] = []
  let backedUp = Infinity
  const server = memoryServer(port, jumps)
  const sync = { store: server.store, queues: server.queues, writer: taskWriter(faults), report: () => {} }
  const devices = Array.from({ length: DEVICES }, (_, at) => {
    const name = `device${at}`
    return makeDevice(name, () => server.lease(name), broken)
  })
  const deviceOf = ({ from }: Message) => devices.find(({ name }) => name === from)!
  const deliver = (message: Message) => push(sync, { actor, request: null, confirmed: true }, message.input)
  const feed = () => {
    const { epoch, rows, ledger } = server.disk()
    return {
      epoch,
      rows: [...rows.values()].map(({ row }) => row),
      decided: [...ledger.values()].flatMap(({ mid, decided }) => (decided ? [mid] : [])),
    }
  }
  /** What was exported last, and from which device. */
  let carried: { from: Device; file: readonly OutboxOp[] } | null = null
  const requests: Message[] = []
  const answers: { message: Message; answer: PushAnswer }[] = []
  const pulls: { device: Device; pulled: Pulled }[] = []
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)]
  const take = <T>(from: T[], at: number): T | undefined => from.splice(at % Math.max(1, from.length), 1)[0]
  const arrive = async (message: Message | undefined) => {
    if (message) answers.push({ message, answer: await deliver(message) })
  }

  /** A supervisor decides about something stuck, by what the record says at this moment or said a moment ago. */
  const decide = async (a: number, b: number) => {
    const { ledger, rows } = server.disk()
    const stuck = pick(
      [...ledger.values()].filter(({ intent }) => intent),
      b,
    )
    if (!stuck) return
    const row = rows.get(stuck.intent!.id!)?.row
    const wish = {
      stuck: stuck.mid,
      mid: `decision-${decisions++}`,
      base: row ? { version: row.version, fields: { title: row.title } } : null,
    }
    const how = (['keep', 'edit', 'drop'] as const)[a % 3]!
    const args = stuck.op === 'task.add' ? { what: stuck.mid } : { title: `the supervisor says ${decisions}` }
    const tried = server.store.transaction(tx =>
      decideStuck(
        sync.writer,
        tx,
        { actor: supervisor, request: null, confirmed: true },
        { ...wish, how, args, reason: 'No' },
      ),
    )
    // What cannot be done is said to the supervisor and leaves everything as it was.
    await tried
      .then(() => decided.push(stuck.mid))
      .catch((error: unknown) => {
        if (!(error instanceof Problem) && (error as Error).message !== FAULT) throw error
      })
  }

  // oxlint-disable-next-line eslint/complexity -- one line for each thing that may happen
  const play = async ({ what, a, b }: Step): Promise<unknown> => {
    const device = devices[a % DEVICES]!
    const lane = pick(device.lanes(), b)
    const openOps = device.ops().filter(isOpen)
    const inState = (...states: OutboxOp['state'][]) =>
      pick(
        openOps.filter(({ state }) => states.includes(state)),
        b,
      )
    switch (what) {
      case 'create':
      case 'createBad':
        return device.create(what === 'createBad')
      case 'add':
      case 'addBad':
        return lane && device.add(lane, what === 'addBad')
      case 'retitle':
        return lane && device.say(lane, 'title')
      case 'annotate':
        return lane && device.say(lane, 'note')
      case 'refer': {
        const other = pick(device.lanes(), b + a)
        return lane && other && lane !== other && device.refer(lane, other)
      }
      case 'archive':
        return lane && device.archive(lane)
      case 'discard': {
        const op = inState('pending', 'conflict', 'rejected')
        return op && device.discard(op)
      }
      case 'correct': {
        const op = inState('conflict', 'rejected')
        return op && device.correct(op)
      }
      case 'reword': {
        const op = inState('pending')
        return op && device.reword(op)
      }
      case 'foldUp': {
        const op = pick(
          openOps.filter(({ op, state }) => op === 'task.change' && state !== 'sending'),
          b,
        )
        return op && op.state !== 'cancelling' && device.foldUp(op)
      }
      case 'forget':
        return device.forget()
      case 'release': {
        const op = inState('conflict', 'rejected')
        return op && device.release(op)
      }
      case 'hurry':
        return device.hurry()
      case 'carry':
        if (!carried || b % 2 === 0) carried = { from: device, file: await device.file() }
        return carried.from === device ? undefined : device.takeIn(carried.file)
      case 'send': {
        const message = await device.send(1 + (b % MOST))
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
        return pulls.push({ device, pulled: device.ask(feed()) })
      case 'pulled': {
        const arrived = take(pulls, b)
        return arrived && arrived.device.pulled(arrived.pulled)
      }
      case 'wait':
        return device.wait(4_000)
      case 'clockAhead':
        return device.wait(365 * DAY)
      case 'clockBack':
        return device.wait(-DAY)
      case 'fault':
        faults.left = 1
        return
      case 'failing': {
        const op = pick(
          openOps.filter(({ op, args }) => op === 'task.add' && args.what !== BAD),
          b,
        )
        if (op) faults.of = op.args.what as string
        return
      }
      case 'decide':
        return decide(a, b)
      case 'backUp':
        backedUp = decided.length
        return server.backUp()
      case 'restore':
        decided = decided.slice(0, backedUp)
        return server.restore()
    }
  }

  const problems = new Set<string>()
  for (const step of steps) {
    await play(step)
    for (const device of devices.filter(({ hasChanged }) => hasChanged()))
      for (const problem of lookAt(device, devices)) problems.add(problem)
  }
  faults.left = 0

  // -- everything heals
  /** The first pull may only find that everything has to be loaded. */
  const catchUp = async (device: Device) => {
    for (let page = 0; page < 2; page++) await device.pulled(device.ask(feed()))
  }
  const cycle = async (device: Device) => {
    await device.giveUp()
    device.wait(LONGEST_PAUSE)
    await catchUp(device)
    // One envelope speaks for one queue; what the server fails at, or holds back, leaves the next one its turn.
    const not = new Set<string>()
    for (let envelope = 0; envelope < devices.length; envelope++) {
      const message = await device.send(1_000, device.name, not)
      if (!message) return
      const answer = await deliver(message)
      for (const { mid, status } of answer.results) if (status === 'blocked') not.add(mid)
      await device.take(message, answer)
    }
  }
  // Five rounds: one may only teach the epoch, one only find what is refused, or that a correction comes too late, one
  // what somebody else decided instead, one withdraws what went with it; then nothing may wait for it.
  for (let round = 0; round < 5; round++) for (const device of devices) await cycle(device)
  for (const device of devices) for (const problem of heldUp(device, faults)) problems.add(problem)
  delete faults.of
  /** What a supervisor has withdrawn leaves nothing behind for its author to decide. */
  const isDroppedHere = ({ ops, letGo }: Device, { id }: OutboxOp) =>
    ops().some(
      op => op.id === id && op.op === 'task.create' && !isOpen(op) && decided.includes(op.mid) && !letGo.has(op.mid),
    )
  const heal = async () => {
    // Behind a record that is not there any more, one after the other comes to its author.
    const longest = Math.max(...devices.map(({ ops }) => ops().filter(isOpen).length))
    for (let round = 0; round < CYCLES + longest; round++)
      for (const device of devices) {
        for (const { mid } of device.ops().filter(needsDecision)) {
          const op = device.ops().find(one => one.mid === mid)!
          // A record that a restore took away and its author then withdrew, or that is archived: nothing is left to do.
          const isLost = op.problem?.code === 'not_found' && round >= CYCLES / 2 && !isDroppedHere(device, op)
          if (isLost || (op.problem?.code === 'not_now' && op.supersedes !== null)) await device.discard(op)
          else if (needsDecision(op)) await device.correct(op)
        }
        await cycle(device)
      }
  }
  await heal()
  // What the network still holds arrives at last, and must be without effect.
  for (const message of requests) await arrive(message)
  for (const { message, answer } of answers) await deviceOf(message).take(message, answer)
  for (const { device, pulled } of pulls) await device.pulled(pulled)
  await heal()

  // What its person gave up, or said otherwise, is nobody's to decide.
  for (const { mid, intent } of server.disk().ledger.values())
    if (intent && devices.some(({ letGo }) => letGo.has(mid))) problems.add(`${mid} is still to be decided`)
  for (const device of devices) {
    for (const problem of judge(device, devices, server.disk(), decided)) problems.add(problem)
    await catchUp(device)
    for (const problem of lookAt(device, devices)) problems.add(problem)
    for (const { row } of server.disk().rows.values())
      if (JSON.stringify(device.row(row.id)) !== JSON.stringify(row))
        problems.add(`${device.name}: record ${row.id} is not as the server has it`)
  }
  return [...problems]
}
