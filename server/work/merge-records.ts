import { isSet } from '#contract/calls/work.ts'
import { metaOf } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { moveAttached } from '#server/attached/merge.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { repoint } from '#server/crud/repoint.ts'
import { linePlacesOf, placesOf } from '#server/crud/uses.ts'

type Values = Record<string, unknown>
type Line = { id: number } & Values

/** Where a merge wrote, so that it can be taken back: history knows what was there before. */
type Trace = { entity: string; record: number; version: number }

/**
 * Two records turn out to be one: all that refers to this one refers to the other, which also gets what it lacks; this
 * one is put away. Everybody who comes to refer to it meanwhile waits for it and is pointed at the other one.
 */
export async function mergeRecords(occasion: Occasion): Promise<Values> {
  const { tx, ask, register, module, row, args, now } = occasion
  const into = args.into as number
  if (into === row.id) throw invalid({ into: 'A record cannot be merged into itself.' })
  if (into !== ask.wish.args.into) throw invalid({ into: 'This has itself been merged; choose another.' })
  const kept = await tx.load(module, into)
  if (!kept || !inScope(module, kept, ask.actor)) throw invalid({ into: 'This does not exist.' })
  if (kept.archivedAt) throw problem('not-now', 'The other record is no longer there.')

  const traces: Trace[] = []
  const carry = async (of: Module, found: Row, changes: Values) => {
    const { id, version } = await occasion.carry(of, found, changes)
    if (version > found.version) traces.push({ entity: of.name, record: id, version })
  }
  await repoint(tx, placesOf(register, module), row.id, into, async (of, found, changes) => {
    if (found.id !== row.id) await carry(of, found, found.id === into ? withoutSelf(of, changes, into) : changes)
  })
  const { values, moved } = await gainsOf(module, (await tx.load(module, into))!, row, tx.nextId)
  if (Object.keys(values).length > 0) await carry(module, (await tx.load(module, into))!, values)
  for (const [from, to] of moved) await repoint(tx, linePlacesOf(register, module), from, to, carry)

  const attached = await moveAttached(tx, module.name, row.id, into)
  await remember(occasion, into, traces, attached)
  return { mergedInto: into, archivedAt: now }
}

/** What pointed from the one to the other would point at itself: it says nothing any more. */
function withoutSelf(module: Module, changes: Values, self: number): Values {
  const clean = ([field, value]: [string, unknown]): [string, unknown] => {
    if (value === self && allFields(module)[field]!.safeParse(null).success) return [field, null]
    return [field, Array.isArray(value) ? value.filter(held => held !== self) : value]
  }
  return Object.fromEntries(Object.entries(changes).map(clean))
}

/**
 * What the kept record gets from the other: empty fields are filled, sets and lines grow by what is not in them. Lines
 * get ids of their own; `moved` says which line became which.
 */
export async function gainsOf(
  module: Module,
  kept: Row,
  merged: Row,
  nextId: () => Promise<number>,
): Promise<{ values: Values; moved: Map<number, number> }> {
  const values: Values = {}
  const moved = new Map<number, number>()
  for (const [field, schema] of Object.entries(module.fields)) {
    const meta = metaOf(schema)
    const [mine, theirs] = [kept[field], merged[field]]
    if (meta.kind === 'lines') {
      const lines = [...(mine as Line[])]
      for (const line of theirs as Line[]) {
        const twin = lines.find(own => same(bare(own, meta.givenInLine), bare(line, meta.givenInLine)))
        const id = twin?.id ?? (await nextId())
        moved.set(line.id, id)
        if (!twin) lines.push({ ...line, id })
      }
      if (lines.length > (mine as Line[]).length) values[field] = lines
    } else if (isSet(module, field) || meta.kind === 'files') {
      const fresh = (theirs as unknown[]).filter(value => !(mine as unknown[]).includes(value))
      if (fresh.length > 0) values[field] = [...(mine as unknown[]), ...fresh]
    } else if (isEmpty(mine) && !isEmpty(theirs)) values[field] = theirs
    if (field in values && isTooMuch(schema, values[field]))
      throw invalid({ into: `Together they have more in "${field}" than one record can hold. Take some away first.` })
  }
  return { values, moved }
}

/** Lines that are only shown have no ids yet, so nothing but the maximum is judged. */
const isTooMuch = (schema: Module['fields'][string], both: unknown) =>
  schema.safeParse(both).error?.issues.some(({ code, path }) => code === 'too_big' && path.length === 0) ?? false
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
/** What a line says; its number and what only the server counts are no part of that. */
const bare = (line: Line, given: readonly string[] = []) =>
  Object.fromEntries(Object.entries(line).filter(([column]) => column !== 'id' && !given.includes(column)))

async function remember({ tx, ask, module, row, now }: Occasion, kept: number, traces: Trace[], attached: unknown) {
  const { mid } = ask.wish
  await tx.also('insert into record_merge (mid, module, merged, kept, at, attached) values ($1, $2, $3, $4, $5, $6)', [
    mid,
    module.name,
    row.id,
    kept,
    now,
    JSON.stringify(attached),
  ])
  await tx.also(
    `insert into record_merge_place (mid, entity, record, version)
     select $1, entity, record, version from unnest($2::text[], $3::int8[], $4::int[]) as place (entity, record, version)`,
    [mid, traces.map(({ entity }) => entity), traces.map(({ record }) => record), traces.map(({ version }) => version)],
  )
}
