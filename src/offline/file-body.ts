import { within } from './body.ts'

/** How long a server may fall silent in the middle of a file, in ms: as long as before its first word. */
const LONGEST_SILENCE = 60_000

/**
 * The bytes of a file, for as long as more of them come; `onPart` hears of each part. Throws where it does not end, and where
 * the answer is no file: the server says of each that it is one to be saved.
 */
export async function blobOf(response: Response, onPart?: (part: Uint8Array) => void): Promise<Blob> {
  if (!response.headers.get('Content-Disposition')?.startsWith('attachment')) throw new Error('No file')
  const parts: BlobPart[] = []
  const reader = response.body?.getReader()
  for (;;) {
    const next = reader && (await within(LONGEST_SILENCE, reader.read(), () => void reader.cancel().catch(() => {})))
    if (!next || next.done) break
    parts.push(next.value)
    onPart?.(next.value)
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}
