import { callFor, type CallOptions } from './api.ts'
import { blobOf } from './file-body.ts'

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
    const file = await blobOf(response, part => onPart?.(part, response.headers))
    return { file, name: nameOf(response) }
  })

/** `attachment; filename="a.csv"; filename*=UTF-8''%C3%A4.csv` */
function nameOf(response: Response): string | null {
  const said = response.headers.get('Content-Disposition') ?? ''
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1]
  if (coded) return decodeURIComponent(coded)
  return /filename="?([^";]+)"?/i.exec(said)?.[1] ?? null
}
