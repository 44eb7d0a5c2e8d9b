import { isOpen, needsDecision, type OutboxOp } from '#src/offline/outbox/op.ts'
import type { Device } from './device.ts'
import type { Disk } from './memory-store.ts'
import { isFailing, type Faults } from './task.ts'

const inPlace = (a: OutboxOp, b: OutboxOp) => a.ord - b.ord || a.seq - b.seq

/** What it was to correct had been done or decided, and perhaps what waited behind that: it became a change of its own. */
const cameTooLate = ({ broughtBack }: Device, { ord, mid, supersedes, alsoSupersedes }: OutboxOp) =>
  !Number.isInteger(ord) && ![mid, supersedes, ...alsoSupersedes].some(one => broughtBack.has(one ?? ''))

/** What was taken in stands at the end, wherever it belonged where it was written. */
const isOwn = ({ name }: Device, { deviceId }: OutboxOp) => deviceId === name

/** Did its person say something else instead of it on the device to which it was carried? Then that may come first or last. */
const isSaidElsewhere = (device: Device, devices: readonly Device[], op: OutboxOp): boolean =>
  devices.some(
    other => other !== device && [op.mid, op.supersedes, ...op.alsoSupersedes].some(mid => other.letGo.has(mid ?? '')),
  )

/** Does the order of its lane say something of it? */
const isJudged = (device: Device, devices: readonly Device[], op: OutboxOp): boolean =>
  isOwn(device, op) && !cameTooLate(device, op) && !isSaidElsewhere(device, devices, op)

/** What is on the screen after every step. */
export function* lookAt(device: Device, devices: readonly Device[]): Iterable<string> {
  for (const lane of device.wrongRows())
    yield `${device.name}: ${lane} is not what waits laid over what the server said`
  // Between two lives of the server, the rows of one lie under the ops of the other.
  if (!device.isSettledIn()) return
  const live = device
    .ops()
    .filter(op => ['pending', 'sending', 'done'].includes(op.state) && isJudged(device, devices, op))
    .sort(inPlace)
  for (const field of ['title', 'note'] as const)
    for (const id of new Set(live.map(op => op.id))) {
      const own = live.filter(op => op.id === id && field in op.args)
      const shown = device.row(id)?.[field]
      const at = own.findLastIndex(op => op.args[field] === shown)
      if (at >= 0 && at < own.length - 1)
        yield `${device.name}: shows "${String(shown)}" again after "${String(own.at(-1)!.args[field])}" was saved`
    }
}

/** Ops that wait although nothing in their lane, or in what they refer to, needs a person. */
export function heldUp({ name, ops }: Device, faults: Faults): string[] {
  const stuck = new Set(
    ops()
      .filter(op => needsDecision(op) || (isOpen(op) && isFailing(faults, op.args)))
      .map(({ lane }) => lane),
  )
  for (let grown = -1; grown !== stuck.size;) {
    grown = stuck.size
    for (const op of ops().filter(isOpen)) if (op.deps.some(lane => stuck.has(lane))) stuck.add(op.lane)
  }
  return ops()
    .filter(op => isOpen(op) && !stuck.has(op.lane))
    .map(op => `${name}: ${op.mid} is held up as ${op.state} by another lane`)
}

type History = Disk['history']

/** The invariants, asked of a device when everything has healed; what was carried to others may have ended there. */
export function judge(
  device: Device,
  devices: readonly Device[],
  { history, ledger }: Disk,
  decided: string[],
): string[] {
  const { name } = device
  const ops = device.ops()
  const everywhere = devices.flatMap(other => [...other.ops(), ...other.forgotten()])
  const problems: string[] = []
  const say = (op: OutboxOp, what: string) => problems.push(`${name}: ${op.mid} (${op.op}, ${op.state}) ${what}`)
  const writes = new Map<string, History>()
  for (const written of history) if (written.mid) writes.set(written.mid, [...(writes.get(written.mid) ?? []), written])
  const times = (op: OutboxOp) => writes.get(op.mid)?.length ?? 0

  /** Whoever decided, as the server has it now, and what became of the op by that. */
  const isDecided = ({ mid, decidedBy }: OutboxOp, isDropped: boolean) => {
    const decision = ledger.get(mid)?.decided
    if (!decidedBy || !decision || decision.how !== decidedBy.how || (decision.how === 'drop') !== isDropped)
      return false
    return isDropped || ledger.get(decision.mid)?.status === 'applied'
  }
  /** Corrected on two devices, one of both wins; the other correction is asked about anew, beside it. */
  const isInstead = (other: OutboxOp, op: OutboxOp) =>
    ledger.get(op.mid)?.supersededBy === other.mid && isAccountedFor(other)
  const dropped = everywhere.filter(op => op.state === 'discarded' && isDecided(op, true))
  const goesWithDropped = (op: OutboxOp) => dropped.some(one => goesWith(op, one))
  /** Nothing that was saved may end without being done, but by the word of a person. */
  const isAccountedFor = (op: OutboxOp): boolean => {
    if (op.state === 'done') return true
    if (op.state === 'superseded')
      return isDecided(op, false) || everywhere.some(other => standsFor(other, op) || isInstead(other, op))
    return devices.some(({ letGo }) => letGo.has(op.mid)) || isDecided(op, true) || goesWithDropped(op)
  }

  /** Was what it replaced said by its author before, on the same device, and corrected or tidied since they saw it? */
  const wasOwnWord = (op: OutboxOp, { seq }: History[number], field: string): boolean => {
    const last = history.findLast(
      one => one.id === op.id && one.seq < seq && !same(one.before[field], one.after[field]),
    )
    const mine = everywhere.find(({ mid }) => mid === last?.mid)
    return mine?.queueId === op.queueId && !same(op.base?.fields[field], last?.before[field])
  }

  for (const op of ops) {
    if (isOpen(op)) say(op, `never came to an end${op.problem ? `: ${op.problem.code}` : ''}`)
    if (times(op) > 1) say(op, 'was done twice')
    if (op.state === 'done' && times(op) === 0 && !wasAlreadySo(op, history)) say(op, 'is not on the server')
    if ((op.state === 'discarded' || op.state === 'superseded') && times(op) > 0) say(op, 'was done all the same')
    if (!isOpen(op) && !isAccountedFor(op)) say(op, 'has vanished')
    if (decided.includes(op.mid) && everywhere.some(other => replaces(other, op) && times(other) > 0))
      say(op, 'was decided twice')
    const isThere = (id: unknown) =>
      ops.some(other => other.op === 'task.create' && other.id === id && other.state === 'done') &&
      !history.some(written => written.id === id && written.after.archivedAt !== null)
    const isMissed = op.problem?.code === 'not_found' ? op.id : op.problem?.fields?.about ? op.args.about : null
    if (isMissed !== null && isThere(isMissed)) say(op, 'was refused for want of a record that was only on its way')
    const [written] = writes.get(op.mid) ?? []
    if (op.op === 'task.change' && written)
      for (const field of Object.keys(op.args))
        if (
          !same(written.before[field], written.after[field]) &&
          !same(written.before[field], op.base?.fields[field]) &&
          !wasOwnWord(op, written, field)
        )
          say(op, `replaced ${String(written.before[field])}, which its author never saw`)
  }

  for (const lane of new Set(ops.map(op => op.lane))) {
    const done = ops
      .filter(op => op.lane === lane && op.state === 'done' && isJudged(device, devices, op))
      .sort(inPlace)
    const order = done.flatMap(op => writes.get(op.mid)?.map(({ seq }) => seq) ?? [])
    if (order.some((seq, at) => at > 0 && seq < order[at - 1]!)) problems.push(`${name}: ${lane} is out of order`)
  }

  return problems
}

const same = (a: unknown, b: unknown) => (a ?? null) === (b ?? null)

/** A change to what the record was already writes nothing. */
const wasAlreadySo = (op: OutboxOp, history: History) =>
  (op.op === 'task.change' &&
    history.some(
      ({ id, after }) => id === op.id && Object.keys(op.args).every(name => same(after[name], op.args[name])),
    )) ||
  (op.op === 'task.archive' && history.some(({ id, after }) => id === op.id && after.archivedAt !== null)) ||
  op.op === 'task.restore'

/** Was it to take the place of the other? */
const replaces = (other: OutboxOp, op: OutboxOp) => other.supersedes === op.mid || other.alsoSupersedes.includes(op.mid)

/** What replaced another accounts for it as long as it is not replaced itself; or somebody else has decided about it since. */
const standsFor = (other: OutboxOp, op: OutboxOp) =>
  replaces(other, op) && (other.state !== 'superseded' || other.decidedBy !== undefined)

/** Is an op about the record that another one would have made? An op that only names that record goes its own way. */
const goesWith = (op: OutboxOp, other: OutboxOp) =>
  op.mid === other.mid || (other.op === 'task.create' && op.lane === other.lane)
