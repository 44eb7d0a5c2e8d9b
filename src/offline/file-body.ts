import { within } from './body.ts'

/** How long a server may fall silent in the middle of a file, in ms: as long as before its first word. */
const LONGEST_SILENCE = 60_000

/** The bytes of an answer, for as long as more of them come; `onPart` hears of each part. Throws where it does not end. */
export async function blobOf(response: Response, onPart?: (part: Uint8Array) => void): Promise<Blob> {
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
