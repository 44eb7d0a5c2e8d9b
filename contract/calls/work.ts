import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { metaOf, recordId, type FieldKind } from '../fields.ts'
import { allFields, apiPath, type Module } from '../module.ts'

/** Ids that one request may name; a selection beyond it is a question. */
export const WORK_IDS = 10_000
/** Records that one work may be about. */
export const WORK_LIMIT = 50_000
/** Refusals that an answer names; beyond it there is a count. */
export const WORK_NAMED = 200
/** Rows of one export. */
export const EXPORT_LIMIT = 250_000

const ids = (least: number) => z.array(recordId()).check(z.minLength(least), z.maxLength(WORK_IDS))

/** Which records: those, or all that a list's question answers but some. The question is what the list is asked with. */
export const workTarget = z.union([
  z.strictObject({ ids: ids(1) }),
  z.strictObject({ question: z.record(z.string(), z.string()), except: z._default(ids(0), []) }),
])
export type WorkTarget = z.input<typeof workTarget>

const values = z.record(z.string(), z.unknown())
const several = z.record(z.string(), z.array(z.unknown()))

/** What to do with each: `change` sets `args`, adds to sets and takes from them; a move takes its own `args`. */
export const bulkInput = z.strictObject({
  target: workTarget,
  action: z.string().check(z.regex(/^[a-z][A-Za-z]*$/), z.maxLength(60)),
  args: z._default(values, {}),
  add: z.optional(several),
  remove: z.optional(several),
  /** Only look what would become of it. */
  try: z.optional(z.literal(true)),
})
export type BulkInput = z.input<typeof bulkInput>

const refusal = z.object({ id: recordId(), title: z.nullable(z.string()), message: z.string() })
export type WorkRefusal = z.infer<typeof refusal>

/** What a field is now in so many records, and what it would be. */
const turn = z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), count: z.int() })
/** Different changes that a preview names, the most frequent first. */
export const TURNS_NAMED = 20

/** What would become of it. `judged` is less than `count` where looking at every one would take too long. */
export const bulkPreview = z.object({
  module: z.string(),
  count: z.int(),
  judged: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  refusedCount: z.int(),
  refused: z.array(refusal),
  turns: z.array(turn),
})
export type BulkPreview = z.infer<typeof bulkPreview>
export const bulkStarted = z.object({ job: z.uuid() })
export const bulkAnswer = z.union([bulkStarted, bulkPreview])

/** `POST` bulkInput to it. With `try` it answers bulkPreview, else bulkStarted. */
export const bulkPath = (module: Module) => `${apiPath(module)}/bulk`

/** The kinds of fields that bulk changes add to and take from. */
const sets: readonly FieldKind[] = ['tags', 'choices', 'listItems', 'references']
export const isSet = (module: Module, field: string): boolean => {
  const declared = allFields(module)[field]
  return declared !== undefined && sets.includes(metaOf(declared).kind)
}

export const workState = z.object({
  id: z.uuid(),
  module: z.string(),
  /** change, archive, restore, a move's name, or undo. */
  action: z.string(),
  args: values,
  add: z.optional(several),
  remove: z.optional(several),
  /** `stopped`: it could not go on, `message` says why. */
  state: z.enum(['running', 'done', 'cancelled', 'stopped']),
  message: z.nullable(z.string()),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failedCount: z.int(),
  /** Why records failed; in an undo also what of a record could not be put back. */
  failed: z.array(refusal),
  undoOf: z.nullable(z.uuid()),
  undoneBy: z.nullable(z.uuid()),
  /** May it be undone now? Moves have effects elsewhere and may not. */
  undoable: z.boolean(),
  startedAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
})
export type WorkState = z.infer<typeof workState>

/** One's own works that run or ended within a day, the newest first. */
export const worksCall = defineCall({
  method: 'GET',
  path: '/work',
  may: 'anyone',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(workState) }),
})

/** `GET /work/:id` answers workState; `POST …/cancel` stops after the step that is under way, `POST …/undo` answers bulkStarted. */
export const workPath = (id: string, what?: 'cancel' | 'undo') => `/work/${id}${what ? `/${what}` : ''}`

/** `GET` a file: `format`, `columns` (fields, by commas), `language`, and the list's question with its sort. */
export const exportPath = (module: Module) => `${apiPath(module)}/export`
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** `POST` it to the same path for some of a question's rows: those with these ids, or all but those. */
export const exportInput = z.strictObject({
  format: z.enum(exportFormats),
  /** Fields, by commas. */
  columns: z.optional(z.string().check(z.maxLength(4_000))),
  language: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[A-Za-z]{2,8})?$/))),
  /** With its `sort`. */
  question: z._default(z.record(z.string(), z.string()), {}),
  ids: z.optional(ids(1)),
  except: z.optional(ids(0)),
})
export type ExportInput = z.input<typeof exportInput>

const counts = z.array(z.object({ module: z.string(), count: z.int() }))

/** What a merge would do: what refers to the record, by module as far as one may see it, and what the kept one gains. */
export const mergePreview = z.object({
  refers: counts,
  /** References in modules that one may not see; they are re-pointed too. */
  elsewhere: z.int(),
  /** Notes and files of the record that would go along. */
  notes: z.int(),
  files: z.int(),
  /** Empty fields that would be filled, and sets and lines that would grow, with the value they would have. */
  fills: values,
})
export type MergePreview = z.infer<typeof mergePreview>
/** `GET …?into=id` answers mergePreview. */
export const mergePreviewPath = (module: Module, id: number) => `${apiPath(module)}/${id}/merge-preview`

/** What undoing a merge would put back, and what it would leave because somebody changed it since. */
export const undoMergePreview = z.object({
  into: recordId(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  /** When it was undone; then this says how it went. */
  undoneAt: z.nullable(z.iso.datetime()),
  back: z.int(),
  remains: z.array(z.object({ module: z.string(), id: recordId(), title: z.nullable(z.string()), field: z.string() })),
})
export type UndoMergePreview = z.infer<typeof undoMergePreview>
export const undoMergePreviewPath = (module: Module, id: number) => `${apiPath(module)}/${id}/undo-merge-preview`

/** Does the module say that two of its records may turn out to be one? */
export const isMergeable = (module: Module): boolean => {
  const into = module.moves?.merge?.args?.into
  const meta = into && metaOf(into)
  return meta?.kind === 'reference' && meta.module === module.name && 'mergedInto' in (module.given ?? {})
}
