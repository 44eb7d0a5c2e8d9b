/** How long a server may fall silent in the middle of an answer, in ms: as long as before its first word. */
const LONGEST_SILENCE = 60_000

/** The bytes of an answer as they come. Throws where no more come: a connection that was lost need not say so for hours. */
async function* partsOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const part = await beforeSilence(reader.read())
      if (part.done) return
      yield part.value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** The same as text. */
export async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of partsOf(response)) text += decoder.decode(part, { stream: true })
  return text + decoder.decode()
}

/** The same as a file; `onPart` hears of each part of it. */
export async function blobOf(response: Response, onPart?: (part: Uint8Array) => void): Promise<Blob> {
  const parts: BlobPart[] = []
  for await (const part of partsOf(response)) {
    parts.push(part)
    onPart?.(part)
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

function beforeSilence<T>(part: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The answer stopped in the middle')), LONGEST_SILENCE)
  })
  return Promise.race([part, silence]).finally(() => clearTimeout(timer))
}
