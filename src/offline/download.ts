import { callFor, type CallOptions } from './api.ts'
import { partsOf } from './body.ts'

export type Download = {
  file: Blob
  /** As the server named it. */
  name: string | null
}

type Options = Pick<CallOptions, 'search' | 'json' | 'signal'> & {
  /** What has come, part by part, and what the server said of the whole. */
  onPart?: (part: Uint8Array, headers: Headers) => void
}

/** Fetches a file that only a session may have. Throws as callApi does; an abort passes on as it is. */
export const download = (method: 'GET' | 'POST', path: string, { onPart, ...options }: Options): Promise<Download> =>
  callFor(method, path, options, async (response, came) => {
    came()
    const parts: BlobPart[] = []
    for await (const part of partsOf(response)) {
      parts.push(part)
      onPart?.(part, response.headers)
    }
    return { file: new Blob(parts, { type: response.headers.get('Content-Type') ?? '' }), name: nameOf(response) }
  })

/** `attachment; filename="a.csv"; filename*=UTF-8''%C3%A4.csv` */
function nameOf(response: Response): string | null {
  const said = response.headers.get('Content-Disposition') ?? ''
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1]
  if (coded) return decodeURIComponent(coded)
  return /filename="?([^";]+)"?/i.exec(said)?.[1] ?? null
}
