import { groupBy } from '#contract/group-by.ts'
import { isOpen, type OutboxOp } from '#src/offline/outbox/op.ts'
import { actionOf, type ModelDevice } from './device.ts'
import type { Ledger, Writing } from './ledger.ts'

const inPlace = (a: OutboxOp, b: OutboxOp) => a.ord - b.ord || a.seq - b.seq

/** What an op is known by, and all that it was to take the place of. */
const namesOf = ({ mid, supersedes, alsoSupersedes }: OutboxOp) => [mid, supersedes ?? '', ...alsoSupersedes]

/** Was it to take the place of the other? */
const replaces = (other: OutboxOp, op: OutboxOp) => namesOf(other).slice(1).includes(op.mid)

/** Does the order of its lane say something of it? What was taken in stands at the end, and so does what came too late. */
const isJudged = (device: ModelDevice, devices: readonly ModelDevice[], op: OutboxOp): boolean =>
  op.deviceId === device.deviceId &&
  Number.isInteger(op.ord) &&
  !devices.some(other => other !== device && namesOf(op).some(mid => other.letGo.has(mid)))

type Looked = Awaited<ReturnType<ModelDevice['look']>>

/** Titles that a device shows although its person has said others since, and none of those was refused or taken back. */
export function readAgain(device: ModelDevice, devices: readonly ModelDevice[], { ops, rows }: Looked): string[] {
  const said = ops
    .filter(op => ['pending', 'sending', 'done'].includes(op.state) && 'title' in op.args)
    .filter(op => isJudged(device, devices, op))
    .sort(inPlace)
  const wrong: string[] = []
  for (const [lane, own] of groupBy(said, op => op.lane)) {
    const shown = rows.get(lane)?.row?.title
    if (shown === undefined) continue
    const titles = [own[0]!.base?.fields.title, ...own.map(op => op.args.title)]
    const at = titles.lastIndexOf(shown)
    if (at >= 0 && at < titles.length - 1)
      wrong.push(
        `read your writes: ${lane} shows ${JSON.stringify(shown)} again after ${JSON.stringify(titles.at(-1))} was saved`,
      )
  }
  return wrong
}

/** Nothing that was saved may end without being done, but by the word of a person. */
export function vanished(devices: readonly ModelDevice[], everywhere: readonly OutboxOp[], ledger: Ledger) {
  const standsFor = (other: OutboxOp, op: OutboxOp) => replaces(other, op) && other.state !== 'superseded'
  /** Corrected on two devices, one of both wins; the other correction is asked about anew, beside it. */
  const isInstead = (other: OutboxOp, op: OutboxOp) =>
    ledger.supersededBy.get(op.mid) === other.mid && isAccountedFor(other)
  /** An op goes with the one that was to make the record it is about; not with one that makes a record it only names. */
  const goesWith = (op: OutboxOp, other: OutboxOp) => actionOf(other) === 'create' && other.lane === op.lane
  const isAccountedFor = (op: OutboxOp): boolean => {
    if (op.state === 'done') return true
    const how = op.decidedBy && ledger.decided.get(op.mid)
    if (how !== undefined) return op.state === (how === 'drop' ? 'discarded' : 'superseded')
    if (op.state === 'superseded') return everywhere.some(other => standsFor(other, op) || isInstead(other, op))
    return devices.some(({ letGo }) => letGo.has(op.mid))
  }
  const goes = (op: OutboxOp, asked = new Set<string>()): boolean => {
    if (isAccountedFor(op)) return true
    asked.add(op.mid)
    const isGone = (other: OutboxOp) => other.state === 'discarded' && goesWith(op, other) && !asked.has(other.mid)
    return (
      op.state === 'discarded' &&
      // On one of the devices the person learns who decided.
      everywhere.some(one => one.mid === op.mid && one.decidedBy !== undefined) &&
      everywhere.some(other => isGone(other) && goes(other, asked))
    )
  }
  return (ops: readonly OutboxOp[]): string[] =>
    ops
      .filter(op => !isOpen(op) && !goes(op))
      .map(op => `nothing vanishes: ${op.op} is ${op.state}, and nobody said so`)
}

/** What can be lost by itself: of lines each column of each, of what has many values each of those, of anything else all of it. */
function partsOf(value: unknown): ReadonlyMap<string, string> {
  const parts = (one: unknown): [string, unknown][] =>
    one !== null && typeof one === 'object'
      ? Object.entries(one).map(([column, said]) => [`${(one as { id: number }).id} ${column}`, said])
      : [[JSON.stringify(one), true]]
  const all: [string, unknown][] = Array.isArray(value) ? value.flatMap(parts) : [['', value ?? null]]
  return new Map(all.map(([part, said]) => [part, JSON.stringify(said)]))
}

/** What an op replaced and its author had not seen. Who decides about a conflict has seen what there was. */
export function lostUpdates(ops: readonly OutboxOp[], { history, writings }: Ledger): string[] {
  const said = new Map(ops.map(op => [op.mid, op]))
  const partIn = (fields: Values | undefined, { field, part }: Place) => partsOf(fields?.[field]).get(part)
  /** Their own words, which they saw as they had said them first: corrected since, or kept otherwise than they were typed. */
  const isOwnWord = (op: OutboxOp, place: Place, written: Writing): boolean => {
    const earlier = history
      .slice(0, history.indexOf(written))
      .findLast(
        one =>
          one.record === written.record &&
          place.field in one.after &&
          partIn(one.before, place) !== partIn(one.after, place),
      )
    const own = said.get(earlier?.mid ?? '')
    return (
      own?.queueId === op.queueId &&
      own.lane === op.lane &&
      partIn(earlier!.before, place) !== partIn(op.base?.fields, place)
    )
  }
  const wrong: string[] = []
  for (const op of ops.filter(op => actionOf(op) === 'change')) {
    const [written] = writings.get(op.mid) ?? []
    for (const field of written ? Object.keys(op.args).filter(name => name in written.after) : [])
      for (const [part, before] of partsOf(written!.before[field])) {
        const place = { field, part }
        const [after, seen] = [partIn(written!.after, place), partIn(op.base?.fields, place)]
        if (before !== after && before !== seen && !isOwnWord(op, place, written!))
          wrong.push(`no lost update: ${op.op} replaced ${field} ${part} ${before}, which its author never saw`)
      }
  }
  return wrong
}
type Values = Record<string, unknown>
/** A field, and a part of it. */
type Place = { field: string; part: string }

/** Tags that a record has, or has not, though no change that was done made it so. Each is a word that one change brought. */
export function strayTags(
  devices: readonly ModelDevice[],
  ops: readonly OutboxOp[],
  now: ReadonlyMap<number, readonly string[]>,
  { applied }: Ledger,
): string[] {
  const wrong: string[] = []
  const seen = ({ mid, base }: OutboxOp) => devices.map(({ said }) => said.get(mid)).find(Boolean) ?? base
  const tagging = ops.filter(op => op.op === 'customer.change' && 'tags' in op.args)
  for (const [id, all] of groupBy(tagging, op => op.id)) {
    const there = now.get(id)
    const changes = all.map(op => ({
      isDone: applied.has(op.mid),
      from: seen(op)!.fields.tags as string[],
      to: op.args.tags as string[],
    }))
    for (const tag of there ? new Set(changes.flatMap(({ from, to }) => [...from, ...to])) : []) {
      const isAdded = changes.some(({ isDone, from, to }) => isDone && to.includes(tag) && !from.includes(tag))
      const isTaken = changes.some(({ isDone, from, to }) => isDone && from.includes(tag) && !to.includes(tag))
      if (there!.includes(tag) ? !isAdded : isAdded && !isTaken)
        wrong.push(`discarded is not done: ${tag} is ${isAdded ? 'not ' : ''}a tag of customer:${id}`)
    }
  }
  return wrong
}

/** What the devices believe of their ops, against what the server did. */
export function misbelieved(ops: readonly OutboxOp[], { applied }: Ledger): string[] {
  return ops.flatMap(op => {
    const isDone = op.state === 'done'
    if (isDone === applied.has(op.mid)) return []
    return isDone
      ? [`exactly once: ${op.op} is done here, not at the server`]
      : [`no false state: ${op.op} is ${op.state} here, done at the server`]
  })
}

/** What was done in another order than it was said in, or before what it refers to, or only in part. */
export function misordered(
  device: ModelDevice,
  devices: readonly ModelDevice[],
  ops: readonly OutboxOp[],
  { history, writings, supersededBy }: Ledger,
): string[] {
  const wrong: string[] = []
  const own = ops.filter(op => op.deviceId === device.deviceId)
  // Whoever signs out begins a new queue, which counts anew.
  for (const all of groupBy(
    own.filter(op => isJudged(device, devices, op)),
    op => `${op.lane} ${op.queueId}`,
  ).values()) {
    const { lane } = all[0]!
    const here = all
      .filter(op => writings.has(op.mid))
      .toSorted(inPlace)
      .map(({ mid }) => mid)
    const there = history.flatMap(({ mid }) => (mid !== null && here.includes(mid) ? [mid] : []))
    if (there.join() !== here.join()) wrong.push(`lane order: ${lane}`)
  }
  const at = (mid: string) => history.findIndex(one => one.mid === mid)
  const lastOf = (mid: string): string => {
    const next = supersededBy.get(mid)
    return next && at(mid) < 0 ? lastOf(next) : mid
  }
  for (const op of own.filter(({ state }) => state === 'done'))
    for (const lane of op.deps) {
      const creates = ops.filter(one => one.lane === lane && actionOf(one) === 'create')
      // Another device, or another person, may have said otherwise how it is to be made. What others wrote alone is not in the history.
      const how = creates.map(({ mid }) => lastOf(mid)).find(mid => at(mid) >= 0)
      const isByOther = creates.some(({ state, decidedBy }) => state === 'superseded' && decidedBy !== undefined)
      if (how === undefined ? !isByOther : at(how) > at(op.mid)) wrong.push(`lane order: ${op.op} before ${lane}`)
    }
  return wrong
}
