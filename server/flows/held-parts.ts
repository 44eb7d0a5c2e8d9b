import type { Row } from '#contract/module.ts'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'

type Db = Pick<Tx, 'also'>
type Held = { part: number; person: number }

/** How many of a part somebody has. Its part is locked by whoever changes it, so that two see each other. */
export async function piecesHeld(db: Db, { part, person }: Held): Promise<number> {
  const [one] = await db.also<{ qty: number }>('select qty from held_part where part = $1 and person = $2', [
    part,
    person,
  ])
  return one?.qty ?? 0
}

/** What went to a technician before moves said to whom. */
export async function piecesOfNobody(db: Db, part: number): Promise<number> {
  const [one] = await db.also<{ qty: number }>(
    `select coalesce(sum(case when "to" = 'technician' then qty else 0 end - case when "from" = 'technician' then qty else 0 end), 0)::int as qty
     from stock_move where part = $1 and person is null`,
    [part],
  )
  return one?.qty ?? 0
}

/** What somebody has is called as its part is by now. */
export async function renameHeld({ tx, before, row, update }: Occasion): Promise<void> {
  if (before?.name === row.name) return
  for (const held of await tx.where(heldPart, 'part', row.id)) await update(heldPart, held, { name: row.name })
}

/** So many more come into somebody's hands, or leave them. */
export async function passOn({ tx, create, update }: Occasion, part: Row, person: number, more: number): Promise<void> {
  if (more === 0) return
  const [found] = await tx.also<{ id: number }>('select id from held_part where part = $1 and person = $2', [
    part.id,
    person,
  ])
  const row = found && (await tx.find(heldPart, [found.id]))[0]
  const named = { name: part.name }
  // What was put away because there was none of it is there again.
  if (row) await update(heldPart, row, { ...named, qty: (row.qty as number) + more, archivedAt: null })
  else await create(heldPart, { ...named, part: part.id, person, qty: more })
}
