import { z } from 'zod'
import { noteArgs } from '#contract/calls/attached.ts'
import { mayWait } from '#contract/may-wait.ts'
import { NOTE, PRINT, SCAN, opOf, OP_VERSION, plainActions, splitOp } from '#contract/intent.ts'
import { isTheirs } from '#contract/keep.ts'
import { merge, same, type Merged } from '#contract/merge.ts'
import { printArgs } from '#contract/label-print.ts'
import { migrated } from '#contract/migrate.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { moveEffect } from '#contract/move-effect.ts'
import { problem, type Touch } from '#contract/problem.ts'
import { isArchivable, isEditable, isForThis, refusalOf, stageAllows } from '#contract/record-rules.ts'
import { can, inScope, isMadeOnce, mayMove, scopeFilter } from '#contract/rules.ts'
import { scanArgs } from '#contract/scan/scan-note.ts'
import { hiddenFields, mayRead, reveals } from '#contract/seen.ts'
import { withStamps, type Author } from '#contract/stamps.ts'
import { asHeld } from '#server/attached/bind.ts'
import { addNote } from '#server/attached/notes.ts'
import { notThere, recordInReach } from '#server/attached/reach.ts'
import { forbidden, parsed } from './invalid.ts'
import type { Ask, Writer } from './behaviour.ts'
import { checkLineIds, formerLines, keepGiven, linesOf, nameLines, refuseRewrite } from './lines.ts'
import { ownWordsIn } from './own-words.ts'
import { addPrint } from './prints.ts'
import { checkArgs } from './references.ts'
import { asFormer } from './passed-on.ts'
import { doneBy, hasWaited, saidNotBefore } from './said-at.ts'
import { addScan } from './scans.ts'
import type { Holder, Tx } from './store.ts'
import { nowOf, write, type Act } from './write.ts'

type Values = Record<string, unknown>

/**
 * Judges one wish as of now and writes what it means, also where a build of before said it. Throws a Problem where the answer
 * is no.
 */
export async function applyIntent(writer: Writer, tx: Tx, ask: Ask): Promise<{ module: Module; row: Row }> {
  const { op, opV } = ask.wish
  if (ask.unkeepable) throw problem('invalid', ask.unkeepable)
  const { module: name, action } = splitOp(op)
  const module = Object.hasOwn(writer.register, name) ? writer.register[name] : undefined
  const known = module && opOf(module, action) === op && isAction(module, action)
  if (!module || !known || opV > OP_VERSION) throw problem('unknown-op', `Nothing here is called ${op}.`)
  if (hasWaited(ask) && !mayWait(module, action)) throw problem('not-now', NOT_LATER)
  return { module, row: await actions(writer, tx, { ...ask, wish: migrated(ask.wish) }, module, action) }
}

const NOT_LATER = 'This cannot wait on a device. Do it again with a connection.'

/** The one record there is of a single module can only be changed, and what is appended only be added. */
const isAction = (module: Module, action: string) =>
  Object.hasOwn(module.moves ?? {}, action) ||
  (action === NOTE && !module.list) ||
  (action === PRINT && module.label !== undefined) ||
  (action === SCAN && !module.list && !module.single) ||
  (module.single
    ? action === 'change'
    : module.appendOnly
      ? action === 'create'
      : (plainActions as readonly string[]).includes(action) && !(module.madeByServer && action === 'create'))

function actions(writer: Writer, tx: Tx, ask: Ask, module: Module, action: string): Promise<Row> {
  const act: Act = { writer, tx, ask, module, action, trusted: false }
  if (action === 'create') return create(act)
  if (action === 'change') return change(act)
  if (action === 'archive' || action === 'restore') return setArchived(act, action === 'archive')
  if (action === NOTE && !module.moves?.[action]) return note(act)
  if (action === PRINT && !module.moves?.[action]) return print(act)
  if (action === SCAN && !module.moves?.[action]) return scan(act)
  return move(act)
}

/** What somebody wrote on the record; the record itself stays as it is. */
async function note({ tx, ask, module }: Act): Promise<Row> {
  const { wish, actor, device } = ask
  if (!can(actor, module, 'edit')) throw forbidden()
  const { id, text } = parsed(noteArgs, wish.args) as z.infer<typeof noteArgs>
  const from = ask.author ? ask.author.device : device
  const input = { mid: wish.mid, id, text, ...(from && { device: from }) }
  const reader = await asFormer(tx, module, wish.id!, actor)
  await addNote(tx, module, reader, wish.id!, input, doneBy(ask))
  return recordInReach(tx.also, module, reader, wish.id!)
}

/** Whoever may look at a record may have its label, and says so. */
async function print({ tx, ask, module }: Act): Promise<Row> {
  if (!can(ask.actor, module, 'details')) throw forbidden()
  return addPrint(tx, module, ask, parsed(printArgs, ask.wish.args) as z.infer<typeof printArgs>)
}

/** Whoever may find a record by its code may say that they scanned it. */
async function scan({ tx, ask, module }: Act): Promise<Row> {
  if (!mayRead(module, ask.actor)) throw forbidden()
  return addScan(tx, module, ask, parsed(scanArgs, ask.wish.args) as z.infer<typeof scanArgs>)
}

async function create(asked: Act): Promise<Row> {
  const { tx, module } = asked
  const ask = await saidNotBefore(asked.ask, id => tx.leasedAt(id))
  const act = { ...asked, ask }
  const { actor, wish, device } = ask
  if (!can(actor, module, 'create')) throw forbidden()
  const named = device ? wish.args : await nameLines(tx, module, wish.args)
  const input = parsed(module.input, named) as Values
  refuseHidden(act, input, name => module.fields[name]?.safeParse(undefined).data)
  const mine = keepGiven(module, {}, {}, {}, withStamps(module, null, input, authorOf(act))).mine
  const args = withOwnScope(act, mine)
  await checkLineIds(tx, module, [], args, holderOf(ask), wish.args)
  if (!inScope(module, args, actor)) throw problem('forbidden', 'You may only add records of your own area.')
  return write(act, null, args, args, await idFor(act))
}

/** Whose words these are. Whoever decides about those of somebody else adds lines in their own name. */
function authorOf(act: Act): Author {
  const { ask } = act
  const { actor, author } = ask
  const theirs = author && new Set(Object.values(author.args).flatMap(value => linesOf(value).map(({ id }) => id)))
  return {
    id: doneBy(ask),
    now: nowOf(act),
    waited: ask.offline,
    ...(theirs && { ofLine: id => (theirs.has(id) ? author.user : actor.id) }),
  }
}

/** Whoever decides about somebody's change may have added to it under numbers of their own. */
function holderOf({ device, actor, author }: Ask): Holder | null {
  const from = author ? author.device : device
  return from === null ? null : { device: from, people: author ? [author.user, actor.id] : [actor.id] }
}

async function idFor({ tx, ask }: Act): Promise<number> {
  const { id } = ask.wish
  if (id === null) return tx.nextId()
  const holder = holderOf(ask)
  if (!holder || !(await tx.isLeased(id, holder)))
    throw problem('id-not-leased', 'The number of this record was not given to this device.')
  if (await tx.isTaken(id))
    throw problem('invalid', 'There is a record with this number already.', { fields: { id: 'Taken.' } })
  return id
}

/** A person who only sees their own rows or branch adds to it, unless they say otherwise (and are refused). */
function withOwnScope({ module, ask }: Act, input: Values): Values {
  const filter = scopeFilter(module, ask.actor)
  if (filter === null || filter === 'none' || isTheirs(input, filter)) return input
  const free = filter.fields.find(field => (input[field] ?? null) === null)
  return free === undefined ? input : { ...input, [free]: filter.value }
}

async function change(act: Act): Promise<Row> {
  const { tx, ask, module } = act
  if (!can(ask.actor, module, 'edit')) throw forbidden()
  const named = ask.device ? ask.wish.args : await nameLines(tx, module, ask.wish.args)
  const wanted = parsed(module.change, named) as Values
  const row = await loadInScope(act)
  refuseHidden(act, wanted, () => undefined)
  if (!isEditable(module, row)) {
    const message = row.archivedAt ? 'This record is archived.' : 'This record can no longer be changed.'
    throw await tooLate(act, row, message, row.archivedAt ? 'archivedAt' : 'stage')
  }
  const base = await baseOf(act, row, Object.keys(wanted))
  const former = await formerLines(tx, module, row, base, wanted)
  const kept = await asHeld(tx, module, row, keepGiven(module, row, base, former, wanted))
  await checkLineIds(tx, module, [row, base, former], kept.mine, holderOf(ask), ask.wish.args)
  const merged = await mergedFor(act, row, kept)
  if (!merged.ok) throw await changedMeanwhile(act, row, merged.asks)
  if (Object.keys(merged.changes).length === 0) return row
  refuseRewrite(module, row, merged.changes)
  const changes = withStamps(module, row, merged.changes, authorOf(act))
  refuseAway(act, { ...row, ...changes })
  return write(act, row, changes, wanted)
}

/** Who has to be asked: not the author about their own words. */
async function mergedFor(act: Act, row: Row, { base, mine }: { base: Values; mine: Values }): Promise<Merged> {
  const merged = merge(act.module, base, row, mine)
  return merged.ok ? merged : merge(act.module, await ownWordsIn(act, row, base, merged.asks), row, mine)
}

/** Nobody puts a record where they no longer see it themselves. */
function refuseAway({ ask, module }: Act, row: Row) {
  if (inScope(module, row, ask.actor)) return
  const filter = scopeFilter(module, ask.actor)
  const message = 'You may only keep records in your own area.'
  throw problem(
    'forbidden',
    message,
    filter && filter !== 'none' ? { fields: { [filter.fields[0]!]: message } } : undefined,
  )
}

/** The touched fields as the author saw them: said in the intent, or read from history at the version said. */
async function baseOf({ tx, ask, module }: Act, row: Row, fields: string[]): Promise<Values> {
  const { base } = ask.wish
  if (!base) throw problem('base-missing', 'Say which version this changes.')
  const missing = fields.filter(field => !(field in base.fields))
  if (missing.length === 0) return base.fields
  // What the author says they saw counts first: a restore gives version numbers out a second time.
  const then = base.version === row.version ? row : await tx.fieldsAt(module, row.id, base.version, missing)
  if (!then) throw problem('base-missing', 'This version of the record never existed.')
  return { ...then, ...base.fields }
}

async function setArchived(act: Act, archived: boolean): Promise<Row> {
  const { ask, module } = act
  if (!can(ask.actor, module, 'edit')) throw forbidden()
  parsed(z.strictObject({}), ask.wish.args)
  const row = await loadInScope(act)
  if ((row.archivedAt !== null) === archived) return row
  if (archived && !isArchivable(module, row))
    throw await tooLate(act, row, 'This cannot be archived where it stands now.', 'stage')
  await refuseUnseen(act, row)
  return write(act, row, { archivedAt: archived ? nowOf(act) : null }, {})
}

async function move(act: Act): Promise<Row> {
  const { tx, ask, module, action, writer } = act
  const declared = module.moves![action]!
  if (!mayMove(module, declared, ask.actor)) throw forbidden()
  const { status, ...rest } = ask.wish.args
  const sent = 'status' in (declared.args ?? {}) ? ask.wish.args : rest
  const given = ask.device ? sent : await nameLines(tx, module, sent)
  const asked = parsed(z.strictObject(declared.args ?? {}), given) as Values
  const row = await loadInScope(act)
  if (!isForThis(declared, row))
    throw await tooLate(
      act,
      row,
      row.archivedAt ? 'This record is archived.' : 'This record is not archived.',
      'archivedAt',
    )
  if (!stageAllows(declared, row)) {
    const isThere = declared.to !== undefined && declared.to === row.stage
    if (isMadeOnce(module, declared)) {
      const theirs = await tx.lastMade(module, row.id, action)
      const isUnseen = (ask.wish.base?.version ?? 0) < row.version
      if (isThere || (theirs && isUnseen)) throw await madeBefore(act, row, theirs)
    }
    // Two people did the same: the second has nothing left to do.
    else if (isThere && Object.keys(rest).length === 0) return row
    throw await tooLate(act, row, 'This cannot be done where the record stands now.', 'stage')
  }
  // What takes a step back says where that had led to, and who had taken it: it means no step of somebody else.
  const seen = ask.wish.base?.fields ?? {}
  const by = module.stageBy?.[row.stage ?? ''] ?? 'stage'
  if (['stage', by].some(field => field in seen && !same(seen[field], row[field])))
    throw await tooLate(act, row, 'This record stands somewhere else by now.', 'stage')
  await refuseUnseen(act, row)
  const refusal = refusalOf(module, action, row)
  if (refusal) throw problem('not-now', refusal)
  const question = { tx, register: writer.register, before: null, offline: ask.offline, actor: ask.actor }
  const args = await checkArgs(declared.args, asked, question)
  const effect = moveEffect(module, action, row, args, authorOf(act))
  await checkLineIds(tx, module, [row], effect, holderOf(ask), ask.wish.args)
  refuseAway(act, { ...row, ...effect })
  const chosen = status === undefined || !('status' in allFields(module)) ? {} : { status }
  if (status !== undefined) parsed(z.object({ status: allFields(module).status ?? z.never() }), { status })
  return write(act, row, { ...effect, ...chosen }, args)
}

async function loadInScope(act: Act): Promise<Row> {
  const { tx, ask, module } = act
  const row = ask.wish.id === null ? null : await tx.load(module, ask.wish.id)
  if (!row) throw await gone(act)
  if (!inScope(module, row, ask.actor)) throw notThere()
  return row
}

/** Who wishes something of a record that they have seen is told who deleted it. */
async function gone({ tx, ask, module }: Act) {
  const { id, base } = ask.wish
  const last = base && id !== null ? await tx.deleted(module, id) : null
  return last && inScope(module, last.row, ask.actor)
    ? problem('changed-meanwhile', 'Somebody deleted this record meanwhile.', {
        asks: [],
        gone: { ...last.touch, row: last.row },
      })
    : notThere()
}

/** Archiving or moving a record whose named fields have changed since the author saw them is a question. */
async function refuseUnseen(act: Act, row: Row) {
  const { ask, module } = act
  const seen = Object.entries(ask.wish.base?.fields ?? {})
  const asks = seen
    .filter(
      ([field, value]) => field in allFields(module) && reveals(module, field, ask.actor) && !same(row[field], value),
    )
    .map(([field]) => field)
  if (asks.length > 0) throw await changedMeanwhile(act, row, asks)
}

function refuseHidden({ ask, module }: Act, values: Values, untouched: (field: string) => unknown) {
  const touched = hiddenFields(module, ask.actor).filter(
    field => field in values && !same(values[field], untouched(field)),
  )
  const fields = Object.fromEntries(touched.map(field => [field, 'You may not write this field.']))
  if (touched.length > 0) throw problem('forbidden', 'You may not write these fields.', { fields })
}

/** Somebody was faster: a question for its author. Seen as it is and still wished: simply not possible. */
const tooLate = async (act: Act, row: Row, message: string, because: 'archivedAt' | 'stage') =>
  act.ask.wish.base && act.ask.wish.base.version < row.version
    ? changedMeanwhile(act, row, [because], message)
    : problem('not-now', message)

/** Somebody made this move already: who and when. */
const madeBefore = async (act: Act, row: Row, theirs: Touch | null) =>
  theirs
    ? problem('changed-meanwhile', 'This was done already.', { row, asks: ['stage'], theirs: { stage: theirs } })
    : changedMeanwhile(act, row, ['stage'], 'This was done already.')

/** The question says what there is to decide, and who wrote what the record has there by now. */
const changedMeanwhile = async (
  { tx, module }: Act,
  row: Row,
  asks: string[],
  message = 'Somebody changed this record meanwhile.',
) => problem('changed-meanwhile', message, { row, asks, theirs: await tx.writersOf(module, row.id, asks) })
