import type { PictureSize } from '#contract/calls/attached.ts'
import { callFor } from './api.ts'
import { blobOf } from './file-body.ts'

/** The bytes of a file that the server keeps, and the name it is saved under. */
export const fetchFile = (
  id: number,
  size: PictureSize,
  signal?: AbortSignal,
): Promise<{ bytes: Blob; name: string }> =>
  callFor('GET', `/file/${id}/content`, { search: { size }, ...(signal ? { signal } : {}) }, async response => ({
    bytes: await blobOf(response),
    name: nameIn(response.headers.get('content-disposition')) ?? String(id),
  }))

const nameIn = (disposition: string | null): string | null => {
  const encoded = disposition && /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : null
}
