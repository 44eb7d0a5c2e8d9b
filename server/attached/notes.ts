import type { z } from 'zod/mini'
import type { Actor } from '#contract/actor.ts'
import {
  attachLimits,
  type NoteRow,
  type noteChange,
  type noteInput,
  type NotesAnswer,
} from '#contract/calls/attached.ts'
import type { Module, Register } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { can } from '#contract/rules.ts'
import type { Tx } from '#server/crud/store.ts'
import type { Run } from '#server/lib/transaction.ts'
import { idFor } from './identity.ts'
import { holderInReach, notThere, recordInReach } from './reach.ts'

const PAGE = 50

const shown = `
  select note.id, case when withdrawn_at is null then text end as text, made_at as "madeAt", made_by as "madeBy",
    author.name as "madeByName", withdrawn_at as "withdrawnAt",
    case when withdrawn_at is not null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object(
        'text', before ->> 'text', 'until', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id), '[]')
      from attached_history where subject = note.id and kind = 'note' and before ? 'text'
    ) end as earlier
  from record_note as note left join app_user as author on author.id = made_by`

const noteOf = async (run: Run, id: number): Promise<NoteRow> =>
  (await run<NoteRow>(`${shown} where note.id = $1`, [id]))[0]!

/** The notes on a record, the newest first. */
export async function notesOf(run: Run, record: number, after: number | undefined): Promise<NotesAnswer> {
  const notes = await run<NoteRow>(
    `${shown} where record = $1
       and ($2::int8 is null or (made_at, note.id) < (select made_at, id from record_note where id = $2 and record = $1))
     order by made_at desc, note.id desc limit ${PAGE + 1}`,
    [record, after ?? null],
  )
  const page = notes.slice(0, PAGE)
  return { notes: page, next: notes.length > PAGE ? page.at(-1)!.id : null }
}

/** Adds a note; the same one again changes nothing. `by`: whose words these are. */
export async function addNote(
  tx: Tx,
  module: Module,
  actor: Actor,
  named: number,
  input: z.output<typeof noteInput>,
  by = actor.id,
): Promise<NoteRow> {
  const record = await holderInReach(tx, module, actor, named)
  const [known] = await tx.also<{ id: number; madeBy: number; record: number }>(
    'select id, made_by as "madeBy", record from record_note where mid = $1',
    [input.mid],
  )
  if (known) {
    if (known.madeBy !== by || known.record !== record)
      throw problem('key-reuse', 'This key was used for another note.')
    return noteOf(tx.also, known.id)
  }
  const [counted] = await tx.also<{ notes: number }>('select count(*) as notes from record_note where record = $1', [
    record,
  ])
  if (counted!.notes >= attachLimits.notesPerRecord)
    throw problem('not-now', `A record has at most ${attachLimits.notesPerRecord} notes.`)
  const id = await idFor(tx, input, [by, actor.id])
  await tx.also('insert into record_note (id, mid, module, record, text, made_by) values ($1, $2, $3, $4, $5, $6)', [
    id,
    input.mid,
    module.name,
    record,
    input.text,
    by,
  ])
  return noteOf(tx.also, id)
}

type Facts = { module: string; record: number; madeBy: number; madeAt: string; text: string; withdrawn: boolean }

/** Rewords, withdraws or brings back one's own note. What it said before is kept. */
export async function changeNote(
  tx: Tx,
  register: Register,
  actor: Actor,
  id: number,
  { text, withdrawn }: z.output<typeof noteChange>,
): Promise<NoteRow> {
  const [note] = await tx.also<Facts>(
    `select module, record, made_by as "madeBy", made_at as "madeAt", text, withdrawn_at is not null as withdrawn
     from record_note where id = $1 for update`,
    [id],
  )
  const module = note && register[note.module]
  if (!module || !can(actor, module, 'details') || !can(actor, module, 'edit')) throw notThere()
  await recordInReach(tx.also, module, actor, note.record)
  if (note.madeBy !== actor.id) throw problem('not-now', 'Only its author changes a note.')
  if (text !== undefined && text !== note.text) {
    if (Date.parse(note.madeAt) < Date.now() - attachLimits.noteMinutes * 60_000)
      throw problem('not-now', `A note can be reworded for ${attachLimits.noteMinutes} minutes. Write another one.`)
    await tx.also('update record_note set text = $2, changed_at = now(), changed_by = $3 where id = $1', [
      id,
      text,
      actor.id,
    ])
  }
  if (withdrawn !== undefined && withdrawn !== note.withdrawn)
    await tx.also(
      `update record_note set withdrawn_at = case when $2 then now() end, changed_at = now(), changed_by = $3 where id = $1`,
      [id, withdrawn, actor.id],
    )
  return noteOf(tx.also, id)
}
