/** How long a server may fall silent in the middle of a file, in ms: as long as before its first word. */
const LONGEST_SILENCE = 60_000
/** What a page of records takes over the slowest of lines, in ms. */
const LONGEST_ANSWER = 5 * 60_000

/**
 * The text of an answer. Throws where it does not end: a connection that was lost in the middle need not say so for hours.
 * `giveUp` has the browser let go of it.
 */
export const textOf = (response: Response, giveUp: () => void): Promise<string> =>
  within(LONGEST_ANSWER, response.text(), giveUp)

/** The same for a file, as long as more of it comes; `onPart` hears of each part. */
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

function within<T>(limit: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp()
      reject(new Error('The answer stopped in the middle'))
    }, limit)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
