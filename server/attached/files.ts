import type { z } from 'zod/mini'
import type { Actor } from '#contract/actor.ts'
import { attachLimits, type fileChange, type FileInput, type FileRow } from '#contract/calls/attached.ts'
import { metaOf } from '#contract/fields.ts'
import type { Module, Register } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { reveals } from '#contract/seen.ts'
import type { Tx } from '#server/crud/store.ts'
import type { Run } from '#server/lib/transaction.ts'
import { idFor } from './identity.ts'
import { fileInReach, holderInReach, type FileFacts } from './reach.ts'

const shown = `
  select file.id, file.name, stored.kind, stored.type, coalesce(stored.kept_size, size) as size, width, height, position,
    made_at as "madeAt", made_by as "madeBy", author.name as "madeByName", removed_at is not null as removed,
    case when file.hash is null then coalesce(received, 0) end as received
  from record_file as file
    left join stored_file as stored on stored.hash = file.hash
    left join file_upload on file_upload.file = file.id
    left join app_user as author on author.id = made_by`

export const fileOf = async (run: Run, id: number): Promise<FileRow> =>
  (await run<FileRow>(`${shown} where file.id = $1`, [id]))[0]!

/** What hangs on a record as a whole, in the order that people gave it. */
export const filesOf = (run: Run, record: number): Promise<FileRow[]> =>
  run<FileRow>(
    `${shown} where record = $1 and field is null and removed_at is null order by position, made_at, file.id`,
    [record],
  )

/**
 * Notes a file that will be sent, or answers how far it is. Bytes that this person has sent before, or that hang on
 * this record, are not sent again; nobody gets at others' bytes by knowing their hash. `by`: who will send the bytes.
 */
export async function addFile(
  tx: Tx,
  module: Module,
  actor: Actor,
  named: number | null,
  input: FileInput,
  by = actor.id,
): Promise<FileRow> {
  const record = named === null ? null : await holderInReach(tx, module, actor, named)
  checkField(module, actor, record, input.field)
  await tx.lock(`files of ${by}`)
  const [known] = await tx.also<Known>(
    `select id, made_by as "madeBy", sent_hash as "sentHash", size, hash from record_file where mid = $1`,
    [input.mid],
  )
  if (known) {
    if (known.madeBy !== by) throw usedBefore()
    if (known.sentHash !== input.hash) await replaceWith(tx, known, input)
    return fileOf(tx.also, known.id)
  }
  await checkLimits(tx.also, by, record, input.size)
  const id = await idFor(tx, input, [by, actor.id])
  const [there] = await tx.also<{ hash: string }>(
    `select hash from record_file where hash = $1 and (made_by = $2 or record = $3) limit 1`,
    [input.hash, by, record],
  )
  const last = 'select coalesce(max(position), 0) + 1 from record_file where record = $4'
  await tx.also(
    `insert into record_file (id, mid, module, record, field, name, size, sent_hash, hash, made_by, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (${last}))`,
    [
      id,
      input.mid,
      module.name,
      record,
      input.field ?? null,
      input.name,
      input.size,
      input.hash,
      there?.hash ?? null,
      by,
    ],
  )
  if (!there) await tx.also('insert into file_upload (file) values ($1)', [id])
  return fileOf(tx.also, id)
}

type Known = { id: number; madeBy: number; sentHash: string; size: number; hash: string | null }

const usedBefore = () => problem('key-reuse', 'This key was used for another file.')

/**
 * A photo that something on the way would not take is made smaller on its device: the same file with fewer bytes. What
 * arrived of the larger one is swept. Nothing else takes the place of what was announced, nor of what is there.
 */
async function replaceWith(tx: Tx, { id, size, hash }: Known, input: FileInput): Promise<void> {
  if (hash !== null || input.size >= size) throw usedBefore()
  await tx.also('update record_file set name = $2, size = $3, sent_hash = $4 where id = $1', [
    id,
    input.name,
    input.size,
    input.hash,
  ])
  await tx.also(`update file_upload set received = 0, parts = '{}', touched_at = now() where file = $1`, [id])
}

/** On a record as a whole; or, chosen in a form, for a field of a record that may not be there yet. */
function checkField(module: Module, actor: Actor, record: number | null, field: string | undefined) {
  if (field === undefined) {
    if (record === null)
      throw problem('invalid', 'Say for which field this is.', { fields: { field: 'Fill this in.' } })
    return
  }
  const [name = '', column] = field.split('.')
  const declared = module.fields[name]
  const meta = declared && metaOf(declared)
  const inner = column === undefined ? meta : meta?.line?.[column] && metaOf(meta.line[column])
  if (inner?.kind !== 'files' || !reveals(module, name, actor))
    throw problem('invalid', 'No files belong there.', { fields: { field: 'No files belong there.' } })
}

async function checkLimits(run: Run, person: number, record: number | null, size: number) {
  const [today] = await run<{ files: number; bytes: number }>(
    `select count(*) as files, coalesce(sum(size), 0)::float8 as bytes from record_file
     where made_by = $1 and made_at > now() - interval '1 day'`,
    [person],
  )
  if (today!.files >= attachLimits.filesPerDay || today!.bytes + size > attachLimits.bytesPerDay)
    throw problem('too-many', 'You have sent as many files as one person may in a day. Please go on tomorrow.', {
      retryAfter: 3_600,
    })
  if (record === null) return
  const [on] = await run<{ files: number }>(
    'select count(*) as files from record_file where record = $1 and removed_at is null',
    [record],
  )
  if (on!.files >= attachLimits.filesPerRecord)
    throw problem('not-now', `A record has at most ${attachLimits.filesPerRecord} files. Remove some first.`)
}

/** Was it removed so long ago that its bytes were forgotten? Where they are still on their way, nothing is lost. */
export const isGone = async (
  run: Run,
  { id, hash, removedAt }: Pick<FileFacts, 'id' | 'hash' | 'removedAt'>,
): Promise<boolean> =>
  removedAt !== null && hash === null && (await run('select 1 from file_upload where file = $1', [id])).length === 0

/** Renames, moves, removes or brings back. Removed bytes are kept for a month. */
export async function changeFile(
  tx: Tx,
  register: Register,
  actor: Actor,
  id: number,
  { name, position, removed }: z.output<typeof fileChange>,
): Promise<FileRow> {
  const file = await fileInReach({ run: tx.also, register }, actor, id, 'edit')
  if (removed !== undefined && file.field !== null && file.record !== null)
    throw problem('not-now', 'It stands in a field of the record. Take it out there.')
  if (removed === false && (await isGone(tx.also, file)))
    throw problem('not-now', 'Its content is gone for good. Attach it again.')
  await tx.also(
    `update record_file set name = coalesce($2, name), position = coalesce($3, position),
       removed_at = case when $4::boolean is null then removed_at when $4 then coalesce(removed_at, now()) end,
       changed_at = now(), changed_by = $5
     where id = $1`,
    [id, name ?? null, position ?? null, removed ?? null, actor.id],
  )
  return fileOf(tx.also, id)
}
