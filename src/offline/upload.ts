import { attachLimits, fileRow, uploadState } from '#contract/calls/attached.ts'
import { callApi, codeOf, isUnreachable } from './api.ts'

/** A file that was chosen: all that its manifest says, made on this device once and for all. */
export type Upload = {
  id: number
  mid: string
  /** The module's name and API path. */
  module: string
  path: string
  /** Null: chosen in a form whose record is not there yet. */
  record: number | null
  field: string | null
  name: string
  size: number
  hash: string
  at: number
  /**
   * Nothing of it is to be sent until a change that names it is done: the server has all of it, and may forget it again until
   * then; or its form was discarded.
   */
  ahead?: boolean
  /** Why the server does not want it; it is sent again only where its person says so. */
  refused?: Refusal
}
/** Bytes that wait to be sent, and for what; the same ones are kept once. */
export type Waiting = { hash: string; mime: string; bytes: ArrayBuffer; uploads?: Upload[]; files?: number[] }

/** The code, and the server's words where it had some. */
export type Refusal = { code: string; message: string }

/** Rather tried again than refused: none of them is about the file. */
const passing = ['busy', 'too-many', 'unavailable', 'time-out', 'signed-out']
/** Said of the server, the app or the person: by the next start it may be over. */
const untilNextStart = ['broken', 'build-too-old', 'pending', 'unknown']

export const refusalOf = (error: unknown): Refusal => ({
  code: codeOf(error) ?? 'unknown',
  message: isUnreachable(error) ? (error.said ?? '') : error instanceof Error ? error.message : '',
})

/** Is it over by itself, sooner or later? */
export const isPassing = (error: unknown): boolean => isUnreachable(error) || passing.includes(refusalOf(error).code)

/** Would it be met again at every start? */
export const isLasting = ({ code }: Refusal): boolean => !untilNextStart.includes(code)

const octets = { 'Content-Type': 'application/octet-stream' }

/**
 * Sends one file: the manifest, then what is missing of its bytes, piece by piece.
 * Whatever was lost on the way, calling it again goes on where it stopped. `onSent` may end it by an error of its own.
 */
export async function sendUpload(
  upload: Upload,
  bytes: Blob,
  deviceId: string,
  { signal, onSent }: { signal: AbortSignal; onSent: (sent: number) => void | Promise<void> },
): Promise<void> {
  const { id, size } = upload
  const announced = await announceUpload(upload, deviceId, signal)
  if (announced === null) return
  let sent = announced
  for (let damaged = false; ; damaged = true) {
    while (sent < size) {
      await onSent(sent)
      sent = await sendPiece(id, bytes, sent, signal)
    }
    await onSent(sent)
    try {
      await callApi('POST', `/file/${id}/finish`, { json: {}, signal, as: fileRow })
      return
    } catch (error) {
      // It arrived damaged: once more from its beginning. A second time is no accident.
      if (codeOf(error) !== 'changed-meanwhile' || damaged) throw error
      sent = 0
    }
  }
}

/**
 * Says what will be sent: from then on others see that it is on its way, and from whom. Answers how much of it has arrived;
 * null: all. Where it was said before, whoever may not write there any more still sends it: somebody who decided about
 * their change has tied it to the record.
 */
export async function announceUpload(upload: Upload, deviceId: string, signal: AbortSignal): Promise<number | null> {
  const { id, mid, name, size, hash, field, record, path } = upload
  const manifest = { id, device: deviceId, mid, name, size, hash, ...(field ? { field } : {}) }
  const place = record === null ? `${path}/files` : `${path}/${record}/files`
  try {
    return (await callApi('POST', place, { json: manifest, signal, as: fileRow })).received
  } catch (error) {
    if (!outOfReach.includes(codeOf(error))) throw error
    const { received, done } = await stateOf(id, signal).catch((instead: unknown) => {
      throw codeOf(instead) === 'not-found' ? error : instead
    })
    return done ? null : received
  }
}

const stateOf = (id: number, signal?: AbortSignal) =>
  callApi('GET', `/file/${id}/upload`, { as: uploadState, ...(signal ? { signal } : {}) })

/** Does the server have all of it, as far as can be heard? */
export const isThere = ({ id }: Pick<Upload, 'id'>): Promise<boolean> =>
  stateOf(id).then(
    ({ done }) => done,
    () => false,
  )

/** The record waits for what was announced to it. Where nobody hears that it will not come, it can be removed there by hand. */
export const withdrawUpload = async ({ id }: Pick<Upload, 'id'>): Promise<void> => {
  await callApi('PATCH', `/file/${id}`, { json: { removed: true }, as: fileRow }).catch(() => undefined)
}

const outOfReach: unknown[] = ['forbidden', 'not-found']

/** A gateway on the way may take less at once than the server does; below this the piece is not the trouble. */
const LEAST_PIECE = 65_536

/** Where the piece ended; where another tab was faster, how far that one got. */
async function sendPiece(
  id: number,
  bytes: Blob,
  from: number,
  signal: AbortSignal,
  most: number = attachLimits.piece,
): Promise<number> {
  const body = bytes.slice(from, from + most)
  try {
    const { received } = await callApi('PUT', `/file/${id}/upload`, {
      as: uploadState,
      body,
      headers: octets,
      search: { offset: from },
      signal,
    })
    return received
  } catch (error) {
    if (codeOf(error) === 'too-large' && most > LEAST_PIECE) return sendPiece(id, bytes, from, signal, most / 4)
    if (codeOf(error) !== 'not-now') throw error
    return (await stateOf(id, signal)).received
  }
}
