import type { Hold } from './holds.ts'
import type { Refusal, Upload, Waiting } from './upload.ts'

/** `waiting` goes on by itself when the server answers again; `refused` only where the person says so. */
type UploadState = 'waiting' | 'sending' | 'done' | 'refused'
export type UploadItem = Upload & {
  state: UploadState
  sent: number
  /** Why it was refused, or has to wait for a limit of the server. */
  problem: Refusal | null
  /** What was chosen; gone once it is done. */
  bytes: Blob
  /** Is it kept on this device, so that it outlives a reload? */
  kept: boolean
  /** What has to be on the server before it. */
  hold: Hold | null
}
export type Chosen = Pick<Upload, 'module' | 'path' | 'record' | 'field'> & { name: string; bytes: Blob }

/** What was chosen, without how far it is. */
export const uploadOf = ({ id, mid, module, path, record, field, name, size, hash, at }: UploadItem): Upload => ({
  id,
  mid,
  module,
  path,
  record,
  field,
  name,
  size,
  hash,
  at,
})

/** Does what becomes of the queue matter to it? */
export const mayChange = ({ state, ahead }: UploadItem) => state !== 'sending' && (state !== 'done' || Boolean(ahead))
/** Would it be lost with this page? */
export const isOnlyHere = ({ kept, state }: UploadItem) => !kept && state !== 'done'

/** What waits in a row of the store, as a page finds it. */
export const itemsIn = ({ uploads = [], bytes, mime }: Waiting): UploadItem[] =>
  uploads.map(({ refused, ...upload }) => ({
    ...upload,
    state: refused ? 'refused' : upload.ahead ? 'done' : 'waiting',
    sent: upload.ahead ? upload.size : 0,
    problem: refused ?? null,
    kept: true,
    hold: null,
    bytes: new Blob([bytes], { type: mime }),
  }))

/** What has lost its record is for the person to decide; should that come back, it waits again. */
export function withHold(item: UploadItem, hold: Hold | null): UploadItem {
  if (hold === item.hold) return item
  if (hold === 'gone') return { ...item, hold, state: 'refused', problem: { code: 'record-discarded', message: '' } }
  return item.hold === 'gone' ? { ...item, hold, state: 'waiting', problem: null } : { ...item, hold }
}
