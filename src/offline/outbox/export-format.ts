import { signatureOf } from '../file-key.ts'
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
  /** Of its content, by a key that only sessions of its person have. Files of earlier builds have none. */
  signature?: string | undefined
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

/** The content of a file as it is signed: bytes by their hashes, keys in one order. */
export const contentOf = ({ userId, origin, exportedAt, ops, blobs, drafts }: UnsentExport): string =>
  JSON.stringify(
    {
      userId,
      origin,
      exportedAt,
      ops,
      blobs: blobs.map(({ hash, mime, uploads }) => ({ hash, mime, uploads })),
      drafts: drafts.map(({ key, value, at }) => ({ key, value, at })),
    },
    (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  )

/** Says by whom it was made, where this device has the key of its person. */
export const signed = async (file: UnsentExport, key: CryptoKey | undefined): Promise<UnsentExport> =>
  key ? { ...file, signature: await signatureOf(key, contentOf(file)) } : file

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
