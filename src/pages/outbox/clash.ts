import { over, same } from '#contract/merge.ts'
import { splitOp } from '#contract/intent.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import type { Actor } from '#contract/actor.ts'
import { isEditable, isForThis, movesOf, stageAllows } from '#contract/record-rules.ts'
import { asksOf } from '#src/crud/conflict.ts'
import type { Values } from '#src/form/check.ts'
import { isOpen, type OutboxOp } from '#src/offline/outbox/op.ts'
import type { Better } from '#src/offline/outbox/outbox.ts'

export type Said = {
  op: OutboxOp
  /** Changes behind it in its lane: their words are in `mine`, as they assumed that the first one would win. */
  followers: readonly OutboxOp[]
  /** The touched fields as the person saw them before, and as they want them. */
  before: Values
  mine: Values
}

/** A change that met somebody else's, with all that its person said of the record after it. */
export type Clash = Said & {
  /** The record as the server has it. */
  row: Row
  /** The fields that a person has to decide. */
  asks: readonly string[]
}

export type Pick = { whose: 'mine' | 'theirs' | 'both' } | { whose: 'own'; value: unknown }
export type Picks = Readonly<Record<string, Pick>>

const isChange = (op: OutboxOp) => splitOp(op.op).action === 'change'

/** The record as it is by now: as the server told it with its question, or as the device has heard of it since. */
export function newestRow(op: OutboxOp, server: Row | null): Row | null {
  const told = (op.problem?.row as Row | undefined) ?? null
  return server && (!told || server.version >= told.version) ? server : told
}

/** Could the record be changed so where it stands now? `row`: as it is, or as it would be were it brought back. */
export function isPossible(module: Module, op: OutboxOp, row: Row): boolean {
  if (isChange(op)) return isEditable(module, row)
  const move = module.moves?.[splitOp(op.op).action]
  return !move || (isForThis(move, row) && stageAllows(move, row))
}

/** Does the work on a record end there? */
const isEnd = ({ aside = {}, offline, stages = [] }: Module, stage: unknown): boolean =>
  typeof stage === 'string' &&
  stages.includes(stage) &&
  (aside[stage] === 'ended' || offline?.open?.includes(stage) === false)

/** Where somebody has ended the record: the move that leads back to where a move that met that can be made; null where none does. */
export function wayBack(module: Module, op: OutboxOp, row: Row, actor: Actor): string | null {
  const { action } = splitOp(op.op)
  const wanted = module.moves?.[action]
  if (!wanted || !isEnd(module, row.stage)) return null
  const isOne = (name: string) => {
    const move = module.moves?.[name]
    return (
      move?.to !== undefined &&
      move.offline === true &&
      move.args === undefined &&
      stageAllows(wanted, { ...row, stage: move.to })
    )
  }
  return movesOf(module, row, actor).find(name => name !== action && isOne(name)) ?? null
}

/** Was the record put away, and is it that what forbids this? Of a record that nobody may see the server's word counts. */
export function isAway(module: Module, op: OutboxOp, row: Row | null): boolean {
  if (!row) return Boolean(op.problem?.asks?.includes('archivedAt'))
  const move = module.moves?.[splitOp(op.op).action]
  return Boolean(row.archivedAt) && (isChange(op) || (move !== undefined && !isForThis(move, row)))
}

/** What its person said of the record with this change, and with those behind it. `lane`: the ops of the record. */
export function saidOf(lane: readonly OutboxOp[], op: OutboxOp): Said {
  const followers = isChange(op) ? followersOf(lane, op) : []
  const all = [op, ...followers]
  const last: Values = Object.assign({}, ...all.map(({ args }) => args))
  const first: Values = Object.assign({}, ...all.map(({ base }) => base?.fields ?? {}).toReversed())
  // What they put back later is wanted no more, and is not to stand against what somebody else wrote.
  const isPutBack = (name: string) => name in first && same(last[name], first[name])
  const [mine, before] = [last, first].map(values => without(values, isPutBack))
  return { op, followers, before: before!, mine: mine! }
}

function followersOf(lane: readonly OutboxOp[], op: OutboxOp): OutboxOp[] {
  const followers: OutboxOp[] = []
  for (const next of lane
    .filter(one => isOpen(one) && (one.ord - op.ord || one.seq - op.seq) > 0)
    .toSorted((a, b) => a.ord - b.ord || a.seq - b.seq)) {
    // What was said after a move was said of the record as that left it.
    if (!isChange(next) || next.state === 'sending' || next.state === 'cancelling') break
    followers.push(next)
  }
  return followers
}

const without = (values: Values, isLeft: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isLeft(name)))

/** Did they put back all of it themselves? */
export const isTakenBack = ({ op, mine }: Said): boolean => isChange(op) && Object.keys(mine).length === 0

/** What is shown of an op: of a record that is not to be seen here, what stood there before may be somebody else's word. */
export const shownOf = (op: OutboxOp, row: Row | null): OutboxOp => (row ? op : { ...op, base: null })

/** `server`: what the device knows of the record by now, where it keeps it. */
export function clashOf(module: Module, lane: readonly OutboxOp[], op: OutboxOp, server: Row | null): Clash | null {
  const row = newestRow(op, server)
  if (!row || !isChange(op)) return null
  const { followers, before, mine } = saidOf(lane, op)
  const found = asksOf(module, { ...row, ...before }, row, mine)
  // Where the device has nothing newer, the server's own word counts too.
  const said = row.version === op.problem?.row?.version ? (op.problem?.asks ?? []) : []
  const asks = [...new Set([...said.filter(name => name in mine && !same(mine[name], row[name])), ...found])]
  return { op, followers, row, before, mine, asks }
}

/** Long texts of both sides, one below the other. */
export const bothOf = (theirs: unknown, mine: unknown): string =>
  [theirs, mine].filter(text => typeof text === 'string' && text !== '').join('\n\n')

/** What is to be of the record as it is now. Beside lines and tags of mine stand those that others have added. */
export const wantedOf = (module: Module, { row, before, mine }: Clash): Values =>
  over(module, { ...row, ...before }, row, mine, [])

/** What a field will be. */
export function pickedValue(module: Module, clash: Clash, name: string, pick: Pick): unknown {
  const { row, mine } = clash
  if (pick.whose === 'theirs') return row[name]
  if (pick.whose === 'both') return bothOf(row[name], mine[name])
  if (pick.whose === 'own') return pick.value
  const changes = wantedOf(module, clash)
  return name in changes ? changes[name] : row[name]
}

/** The change that says what was decided, over the record as it is now; null where nothing of mine is left to say. */
export function decided(module: Module, clash: Clash, picks: Picks): Better | null {
  const { row, before, mine, asks } = clash
  const pickOf = (name: string): Pick => picks[name] ?? { whose: 'mine' }
  // What was decided stands as its person saw that it will be.
  const isSaid = (name: string) => name in mine || picks[name]?.whose === 'own'
  const chosen = [...new Set([...asks, ...Object.keys(picks)])].filter(isSaid)
  const wanted = Object.fromEntries(chosen.map(name => [name, pickedValue(module, clash, name, pickOf(name))]))
  const changes = over(module, { ...row, ...before }, row, { ...mine, ...wanted }, chosen)
  const args = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => name in allFields(module) && !same(value, row[name])),
  )
  if (Object.keys(args).length === 0) return null
  const fields = Object.fromEntries(Object.keys(args).map(name => [name, row[name] ?? null]))
  return { args, base: { version: row.version, fields } }
}
