import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { cleanText } from '../clean.ts'
import { plainName } from '../file-name.ts'
import { recordId, text } from '../fields.ts'

const MEGABYTE = 1_048_576

/** What may be attached; said to people before they wait for an upload. */
export const attachLimits = {
  fileBytes: 50 * MEGABYTE,
  /** A picture may have so many pixels; it is refused before it is decoded. */
  pixels: 64_000_000,
  filesPerRecord: 200,
  notesPerRecord: 1_000,
  filesPerDay: 2_000,
  bytesPerDay: 2_048 * MEGABYTE,
  noteLength: 5_000,
  nameLength: 200,
  /** How long the author may reword a note. Withdrawing it is possible for ever. */
  noteMinutes: 60,
  /** Bytes of one piece of an upload. */
  piece: MEGABYTE,
} as const

/** What a file input offers. What is accepted is decided by content, on the server. */
export const acceptedFiles = [
  'image/*',
  'video/mp4,video/webm,video/quicktime',
  'audio/*',
  '.pdf,.txt,.csv,.zip,.rtf',
  '.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp',
].join(',')

export const pictureSizes = ['small', 'medium'] as const
/** 'full' is the picture as it is kept. */
export type PictureSize = (typeof pictureSizes)[number] | 'full'

/** A device gives the id from its leased block and names itself; without both the server gives one. */
const identity = {
  id: z.optional(recordId()),
  device: z.optional(z.uuid()),
  /** Sent twice, it is there once. */
  mid: z.uuid(),
}

export const noteText = text(attachLimits.noteLength)
export const noteInput = z.strictObject({ ...identity, text: noteText })
/** What an intent to add a note says: its number is the device's own, its key that of the intent. */
export const noteArgs = z.strictObject({ id: recordId(), text: noteText })
export const noteChange = z.strictObject({ text: z.optional(noteText), withdrawn: z.optional(z.boolean()) })
export const noteRow = z.object({
  id: recordId(),
  /** Null where it was withdrawn: only that it was there is told. */
  text: z.nullable(z.string()),
  madeAt: z.iso.datetime(),
  madeBy: recordId(),
  madeByName: z.nullable(z.string()),
  /** What it said before it was reworded, the oldest first. */
  earlier: z.array(z.object({ text: z.string(), until: z.iso.datetime() })),
  withdrawnAt: z.nullable(z.iso.datetime()),
})
export type NoteRow = z.infer<typeof noteRow>
export const notesAnswer = z.object({ notes: z.array(noteRow), next: z.nullable(recordId()) })
export type NotesAnswer = z.infer<typeof notesAnswer>

/** What is said of a file without bytes. */
export const FILE_EMPTY = 'This file is empty.'

const fileName = z.string().check(
  z.overwrite(name => cleanText(plainName(name))),
  z.minLength(1),
  z.maxLength(attachLimits.nameLength),
  // oxlint-disable-next-line no-control-regex -- what a name must not hold
  z.regex(/^[^\u0000-\u001f\u007f/\\]+$/),
)
/** The manifest goes first; then its bytes, piece by piece. */
export const fileInput = z.strictObject({
  ...identity,
  name: fileName,
  size: z.int().check(z.positive(FILE_EMPTY), z.maximum(attachLimits.fileBytes)),
  /** SHA-256 of what will be sent, hexadecimal. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  field: z.optional(z.string().check(z.regex(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$/))),
})
export type FileInput = z.infer<typeof fileInput>
export const fileChange = z.strictObject({
  name: z.optional(fileName),
  position: z.optional(z.number()),
  removed: z.optional(z.boolean()),
})
export const fileRow = z.object({
  id: recordId(),
  name: z.string(),
  /** Null until the bytes are there. */
  kind: z.nullable(z.enum(['picture', 'video', 'sound', 'document'])),
  type: z.nullable(z.string()),
  size: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  position: z.number(),
  madeAt: z.iso.datetime(),
  madeBy: recordId(),
  madeByName: z.nullable(z.string()),
  removed: z.boolean(),
  /** How much of it has arrived, where it has not all. */
  received: z.nullable(z.int()),
})
export type FileRow = z.infer<typeof fileRow>
export const filesAnswer = z.object({ files: z.array(fileRow) })

/** The tags that are in use, for whoever types one. */
export const tagsCall = defineCall({
  method: 'GET',
  path: '/tags',
  may: 'anyone',
  input: z.strictObject({
    module: z.string().check(z.maxLength(60)),
    field: z.string().check(z.maxLength(60)),
    q: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: z.object({ tags: z.array(z.string()) }),
})

/** How much of an upload has arrived. */
export const uploadState = z.object({ received: z.int(), done: z.boolean() })
