import { ERASED, erasedValues, erasingOf, personal, type Erasing } from '#contract/modules/personal.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, snake, type Module, type Row } from '#contract/module.ts'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import { lockAttached } from '#server/attached/reach.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { placesOf } from '#server/crud/uses.ts'
import { eraseAnswers, type Found } from './erase-answers.ts'

/** What says who they are goes from the customer, who is put away. The rest follows once this is written. */
export const eraseCustomer = ({ row, now }: Occasion) => ({
  ...erasedValues(customer, row),
  archivedAt: row.archivedAt ?? now,
})

/**
 * Takes it from everything else: whoever was merged into them, all that refers to them, notes, files, history, what was
 * refused and kept, letters and links. Decision 69 says what stays.
 */
export async function eraseEverywhere(occasion: Occasion): Promise<void> {
  const { tx, before, row } = occasion
  const people = await withMerged(tx, before ?? row)
  const numbers = await ownNumbers(tx, people)
  const found = await everythingOf(occasion, people, numbers)
  for (const [module, rows] of found) {
    const ids = [...rows.keys()]
    const others = [...rows.values()].filter(({ id }) => id !== row.id)
    await eraseRows(occasion, module, others)
    const attached = await eraseAttached(occasion, module, ids)
    await tx.also(`select set_config('caredesk.erasing', 'on', true)`, [])
    await eraseHistory(occasion, module, ids, attached)
    await tx.also(`select set_config('caredesk.erasing', '', true)`, [])
  }
  await eraseAnswers(occasion, found, numbers)
  const all = [...found.values()].flatMap(rows => [...rows.keys()])
  await tx.also('delete from mail_letter where record = any($1)', [all])
  await tx.also('delete from customer_link where maintenance = any($1)', [all])
  await tx.also('update work_item set title = null where record = any($1) and title is not null', [all])
}

/** The customer with those that were merged into them, and all that is about nobody else. */
async function everythingOf(
  { tx, register }: Occasion,
  people: readonly Row[],
  numbers: readonly string[],
): Promise<Found> {
  const ids = new Set(people.map(({ id }) => id))
  const found: Found = new Map([[customer, new Map(people.map(one => [one.id, one]))]])
  const isTheirs = ({ customer: of }: Row) => ((of ?? null) === null ? true : ids.has(of as number))
  const waiting: [Module, Row][] = people.map(one => [customer, one])
  const add = (module: Module, rows: readonly Row[]) => {
    const known = found.get(module) ?? new Map<number, Row>()
    found.set(module, known)
    for (const one of rows) {
      if (known.has(one.id) || !isTheirs(one)) continue
      known.set(one.id, one)
      waiting.push([module, one])
    }
  }
  // Whoever called before they were a customer is known by the number alone.
  for (const module of Object.values(register).filter(byPhone))
    for (const number of numbers) add(module, (await tx.where(module, 'phone', number)).filter(isNobodys))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [module, one] = next
    // What happened to a device before or after it was theirs is about others.
    if (module.name === 'unit') continue
    for (const place of placesOf(register, module))
      if (place.module.name in personal && place.module !== customer)
        add(place.module, await tx.where(place.module, place.pointer.path, one.id))
  }
  return found
}

async function withMerged(tx: Occasion['tx'], one: Row): Promise<Row[]> {
  const people = [one]
  for (const { id } of people) people.push(...(await tx.where(customer, 'mergedInto', id)))
  return people
}

const byPhone = (module: Module) => module.name in personal && 'customer' in module.fields && 'phone' in module.fields
const isNobodys = ({ customer: of }: Row) => (of ?? null) === null

/** A number that another customer has too, as in a family or a shop, says nothing about who called. */
async function ownNumbers(tx: Occasion['tx'], people: readonly Row[]): Promise<string[]> {
  const ids = new Set(people.map(({ id }) => id))
  const own: string[] = []
  for (const number of new Set(people.flatMap(one => (one as unknown as Customer).phones.map(phone => phone.number))))
    if ((await tx.where(customer, 'phones.number', number)).every(({ id }) => ids.has(id))) own.push(number)
  return own
}

async function eraseRows({ tx, ask, now }: Occasion, module: Module, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const context = {
    actor: ask.actor.id,
    action: 'erase',
    mid: ask.wish.mid,
    device: ask.device,
    request: ask.request,
    offline: ask.offline,
  }
  for (const { id } of rows) {
    const row = await tx.load(module, id)
    const changes = { ...(row && erasedValues(module, row)), updatedAt: now, updatedBy: ask.actor.id }
    if (row) await tx.update(module, row, changes, context)
  }
}

/** Fields whose files tell who somebody is: a signature. Those of a device stay. */
const fileFields = (module: Module) =>
  (personal[module.name] ?? []).filter(name => !name.includes('.') && metaOf(allFields(module)[name]!).kind === 'files')

/** Notes and files of these records; the bytes of files that nobody else holds are swept within a day. */
async function eraseAttached({ tx, ask }: Occasion, module: Module, ids: readonly number[]): Promise<number[]> {
  for (const id of ids) await lockAttached(tx, id)
  const notes = await tx.also<{ id: number }>(
    `update record_note set text = $3, withdrawn_at = coalesce(withdrawn_at, now()), changed_at = now(), changed_by = $4
     where module = $1 and record = any($2) returning id`,
    [module.name, ids, ERASED, ask.actor.id],
  )
  const files = await tx.also<{ id: number }>(
    `update record_file set name = $4, sent_hash = '', hash = null, removed_at = coalesce(removed_at, now()),
       changed_at = now(), changed_by = $5
     where module = $1 and record = any($2) and (field is null or field = any($3)) returning id`,
    [module.name, ids, fileFields(module), ERASED, ask.actor.id],
  )
  return [...notes, ...files].map(({ id }) => id)
}

const inColumns = (erasing: Erasing) =>
  Object.fromEntries(Object.entries(erasing).map(([name, how]) => [snake(name), how]))

async function eraseHistory({ tx }: Occasion, module: Module, ids: readonly number[], attached: readonly number[]) {
  const how = JSON.stringify(inColumns(erasingOf(module)))
  await tx.also(
    `update record_history set before = erased(before, $3::jsonb), after = erased(after, $3::jsonb),
       by_name = case when by_name is not null then '${ERASED}' end
     where entity = $1 and record_id = any($2)`,
    [module.name, ids, how],
  )
  const told = JSON.stringify({ text: { to: ERASED }, name: { to: ERASED }, sent_hash: { to: '' }, hash: { to: null } })
  await tx.also(
    `update attached_history set before = erased(before, $2::jsonb), after = erased(after, $2::jsonb)
     where subject = any($1)`,
    [attached, told],
  )
}
