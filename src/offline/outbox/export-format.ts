import type { HoldOf } from '../holds.ts'
import type { Upload } from '../upload.ts'
import type { OutboxOp } from './op.ts'

/** What was not sent, as a file: made by the app or by the rescue page, and taken in again without doing anything twice. */
export type UnsentExport = {
  format: 'caredesk-unsent'
  version: 1
  /** The address of the server that it is for, which gave out its numbers. Files of earlier builds do not say it. */
  origin?: string | undefined
  userId: number
  exportedAt: string
  /** Open ones, in their order. Their `mid` makes each count once, wherever it is sent from. */
  ops: OutboxOp[]
  /** Bytes of photos and files, and what they are to be attached to. */
  blobs: ExportedBytes[]
  drafts: { key: string; value: unknown; at: number }[]
}

/** `at`: from where to where in the file its bytes lie, which are read when they are taken in; else they stand in `base64`. */
type ExportedBytes = {
  hash: string
  mime: string
  base64: string
  at?: [number, number] | undefined
  uploads?: Upload[]
}

export type KeptBytes = { hash: string; mime: string; bytes: ArrayBuffer; uploads?: Upload[] }
type Unsent = { userId: number; ops: OutboxOp[]; blobs: readonly KeptBytes[]; drafts: UnsentExport['drafts'] }

/** The server that this page speaks to. */
export const ownOrigin = (): string | undefined => globalThis.location?.origin

export const exportOf = ({ userId, ops, blobs, drafts }: Unsent, now = new Date()): UnsentExport => ({
  format: 'caredesk-unsent',
  version: 1,
  origin: ownOrigin(),
  userId,
  exportedAt: now.toISOString(),
  ops,
  // Each when its turn comes: all of them at once may be more than there is memory for.
  blobs: blobs.map(({ bytes, ...blob }) => ({
    ...blob,
    get base64() {
      return base64Of(bytes)
    },
  })),
  drafts,
})

/**
 * The file itself, put together in parts: all photos of a day may be more than a browser takes as one text. The bytes of each
 * stand on a line of their own, so that whoever reads it need not make one text of it either.
 */
export function blobOf({ ops, blobs, drafts, ...head }: UnsentExport): Blob {
  const listOf = <R>(name: string, rows: readonly R[], partOf: (row: R) => BlobPart = row => JSON.stringify(row)) => [
    `,"${name}":[`,
    ...rows.flatMap((row, at) => [at > 0 ? ',' : '', partOf(row)]),
    ']',
  ]
  const lists = [...listOf('ops', ops), ...listOf('blobs', blobs, onLines), ...listOf('drafts', drafts)]
  return new Blob([JSON.stringify(head).slice(0, -1), ...lists, '}'], { type: 'application/json' })
}

const onLines = ({ base64, ...row }: ExportedBytes): Blob =>
  new Blob([JSON.stringify(row).slice(0, -1), ',"base64":\n', JSON.stringify(base64), '\n}'])

/**
 * These bytes, with what of it is still wanted. What was discarded is in no file: where it is taken in, nothing would say of
 * its photos that they are not to be sent.
 */
export const wantedOf = <Kept extends KeptBytes>(blobs: readonly Kept[], holdOf: HoldOf): Kept[] =>
  blobs.flatMap(blob => {
    const uploads = blob.uploads?.filter(upload => holdOf(upload) !== 'gone')
    if (!uploads || uploads.length === blob.uploads?.length) return [blob]
    return uploads.length > 0 ? [{ ...blob, uploads }] : []
  })

/** How many photos and files these are: the same bytes count as often as they wait for something. */
export const filesIn = (blobs: readonly { uploads?: Upload[] }[]): number =>
  blobs.reduce((sum, { uploads }) => sum + (uploads ? uploads.filter(({ ahead }) => !ahead).length : 1), 0)

export const exportName = ({ userId, exportedAt }: Pick<UnsentExport, 'userId' | 'exportedAt'>): string =>
  `caredesk-unsent-${userId}-${exportedAt.slice(0, 19).replaceAll(/[:T]/g, '-')}.json`

/** In pieces: the whole of a photo is too many arguments for one call. */
export function base64Of(bytes: ArrayBuffer): string {
  const letters: string[] = []
  for (let at = 0; at < bytes.byteLength; at += 0x8000)
    letters.push(String.fromCodePoint(...new Uint8Array(bytes.slice(at, at + 0x8000))))
  return btoa(letters.join(''))
}
