import type { Actor } from '#contract/actor.ts'
import type { FileInput } from '#contract/calls/attached.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Module, type Register, type Row } from '#contract/module.ts'
import { Problem, problem } from '#contract/problem.ts'
import { invalid } from '#server/crud/invalid.ts'
import type { Ask } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'
import { addFile, isGone } from './files.ts'
import { isInReach, type FileFacts } from './reach.ts'

type Values = Record<string, unknown>
/** A place that holds files: a field, or the column of a line. */
type Place = { field: string; column: string | null; copies: boolean }

const places = new WeakMap<Module, Place[]>()

function placesOf(module: Module): Place[] {
  const known = places.get(module)
  if (known) return known
  const found = Object.entries(allFields(module)).flatMap(([field, declared]): Place[] => {
    const meta = metaOf(declared)
    if (meta.kind === 'files') return [{ field, column: null, copies: meta.copies === true }]
    return Object.entries(meta.line ?? {}).flatMap(([column, inner]) =>
      metaOf(inner).kind === 'files' ? [{ field, column, copies: metaOf(inner).copies === true }] : [],
    )
  })
  places.set(module, found)
  return found
}

const nameOf = ({ field, column }: Place) => (column === null ? field : `${field}.${column}`)

const idsAt = ({ field, column }: Place, values: Values | null): number[] => {
  const held = values?.[field] ?? []
  return column === null ? (held as number[]) : (held as Values[]).flatMap(line => (line[column] ?? []) as number[])
}

/** The same values with other numbers in the place of some. */
function renumbered({ field, column }: Place, values: Values, others: ReadonlyMap<number, number>): Values {
  const swap = (ids: unknown) => ((ids ?? []) as number[]).map(id => others.get(id) ?? id)
  const held = values[field]
  return {
    ...values,
    [field]: column === null ? swap(held) : (held as Values[]).map(line => ({ ...line, [column]: swap(line[column]) })),
  }
}

/**
 * Ties the files that a record's fields newly hold to the record, and lets go of those that they hold no more. A file
 * of another record (whose copy this one is) is copied: its bytes are kept once, and each record has its own. Answers
 * the values, with the numbers of copies in place.
 */
export async function bindFiles(
  tx: Tx,
  module: Module,
  { actor, author, files = [] }: Pick<Ask, 'actor' | 'author' | 'files'>,
  record: number,
  before: Row | null,
  changes: Values,
  register: Register,
): Promise<Values> {
  let result = changes
  const refused: Record<string, string> = {}
  for (const place of placesOf(module)) {
    if (!(place.field in changes)) continue
    const [held, wanted] = [new Set(idsAt(place, before)), new Set(idsAt(place, changes))]
    const fresh = [...wanted].filter(id => !held.has(id))
    const dropped = [...held].filter(id => !wanted.has(id))
    if (dropped.length > 0)
      await tx.also(
        'update record_file set removed_at = now(), changed_at = now(), changed_by = $3 where id = any($1) and record = $2',
        [dropped, record, actor.id],
      )
    const copies = new Map<number, number>()
    for (const id of fresh) {
      const manifest = files.find(file => file.id === id)
      const outcome = await bind({ tx, register, actor, author: author?.user, module, record, place, manifest }, id)
      if (typeof outcome === 'string') refused[place.field] = outcome
      else if (outcome !== id) copies.set(id, outcome)
    }
    if (copies.size > 0) result = renumbered(place, result, copies)
  }
  if (Object.keys(refused).length > 0) throw invalid(refused)
  return result
}

/**
 * What was said of a copied record before its device knew it as it is: the files in it are copies, under numbers of their own.
 * Those that it was copied with stand for them, or nobody could take one off before the copy was sent.
 */
export async function asHeld(
  tx: Tx,
  module: Module,
  row: Row,
  said: { base: Values; mine: Values },
): Promise<{ base: Values; mine: Values }> {
  let { base, mine } = said
  for (const place of placesOf(module)) {
    if (!(place.field in mine)) continue
    const held = idsAt(place, row)
    const others = idsAt(place, base).filter(id => !held.includes(id))
    if (others.length === 0) continue
    const found = await tx.also<{ id: number; copy: number }>(
      `select original.id, copy.id as copy from record_file as original join record_file as copy using (sent_hash)
       where original.id = any($1) and original.record <> $2 and copy.id = any($3) order by copy.id`,
      [others, row.id, held],
    )
    const copies = new Map(found.map(({ id, copy }) => [id, copy]))
    if (copies.size === 0) continue
    base = renumbered(place, base, copies)
    mine = renumbered(place, mine, copies)
  }
  return { base, mine }
}

type Binding = {
  tx: Tx
  register: Register
  actor: Actor
  author: number | undefined
  module: Module
  record: number
  place: Place
  /** What came with the change, where its device said what the file is. */
  manifest: FileInput | undefined
}

const STILL_ON_ITS_WAY = 'This file is still being sent. Try again in a moment.'

/** The number under which the record holds the file, or why it cannot. Throws what is over by itself. */
async function bind(binding: Binding, id: number): Promise<number | string> {
  const { tx, actor, module, record, place, manifest } = binding
  const name = nameOf(place)
  let file = await factsOf(tx, id)
  if (!file && manifest) {
    const refused = await announce(binding, manifest)
    if (refused !== null) return refused
    file = await factsOf(tx, id)
  }
  if (!file || !(await mayTake(binding, file))) return 'This file is not there.'
  const isOurs = file.record === record && file.field === name
  if (await isGone(tx.also, file)) return 'The content of this file is gone for good. Attach it again.'
  if (isOurs || (file.record === null && file.module === module.name)) {
    await tx.also(
      `update record_file set record = $2, field = $3, removed_at = null, changed_at = now(), changed_by = $4 where id = $1`,
      [id, record, name, actor.id],
    )
    return id
  }
  if (!place.copies) return 'This file belongs to another record.'
  if (file.hash === null) {
    // The device that asks is the one that has the bytes: it sends them by itself, and then this again. What has not come
    // for so long may never come, and its person is to decide.
    if (manifest && file.isNew) throw problem('busy', STILL_ON_ITS_WAY, { retryAfter: 5 })
    return STILL_ON_ITS_WAY
  }
  const copy = await tx.nextId()
  await tx.also(
    `insert into record_file (id, mid, module, record, field, name, size, sent_hash, hash, position, made_by)
     select $2, gen_random_uuid(), $3, $4, $5, name, size, sent_hash, hash, position, $6 from record_file where id = $1`,
    [id, copy, module.name, record, name, actor.id],
  )
  return copy
}

const factsOf = async (tx: Tx, id: number) =>
  (
    await tx.also<FileFacts & { isNew: boolean }>(
      `select id, module, record, field, made_by as "madeBy", hash, removed_at as "removedAt", made_at > now() - interval '1 hour' as "isNew" from record_file where id = $1 for update`,
      [id],
    )
  )[0]

/** The change goes first and says what follows, from the device of whoever wrote it. Answers why that cannot be, which is about the file and not the change. */
async function announce({ tx, module, actor, author, place }: Binding, manifest: FileInput): Promise<string | null> {
  try {
    await addFile(tx, module, actor, null, { ...manifest, field: nameOf(place) }, author)
    return null
  } catch (error) {
    // Too many for today is not for good: the change is sent again.
    if (!(error instanceof Problem) || error.code === 'too-many') throw error
    return error.message
  }
}

/** One's own (or the author's, whose words these are) that hangs nowhere yet, what hangs here already, or what one may read where it hangs. */
const mayTake = async ({ tx, register, actor, author, record }: Binding, file: FileFacts) =>
  file.record === record ||
  (file.record === null && file.madeBy === author) ||
  (await isInReach({ run: tx.also, register }, actor, file, 'read'))
