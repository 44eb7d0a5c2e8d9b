import { fileTypeFromFile } from 'file-type'
import { plainName } from '#contract/file-name.ts'
import { mayBeWideText, NO_KIND, whyNoText } from './text.ts'

export type Judged = { kind: 'picture' | 'video' | 'sound' | 'document'; type: string; extension: string }

/** What is kept, by what its bytes say. The first extension is the one that a wrong name gets. */
const known: Record<string, readonly [Judged['kind'], ...string[]]> = {
  'image/jpeg': ['picture', 'jpg', 'jpeg'],
  'image/png': ['picture', 'png'],
  'image/webp': ['picture', 'webp'],
  'image/gif': ['picture', 'gif'],
  'image/avif': ['picture', 'avif'],
  'image/tiff': ['picture', 'tif', 'tiff'],
  'video/mp4': ['video', 'mp4', 'm4v'],
  'video/x-m4v': ['video', 'm4v', 'mp4'],
  'video/quicktime': ['video', 'mov'],
  'video/webm': ['video', 'webm'],
  'video/3gpp': ['video', '3gp'],
  'audio/mpeg': ['sound', 'mp3'],
  'audio/mp4': ['sound', 'm4a', 'mp4'],
  'audio/x-m4a': ['sound', 'm4a'],
  'audio/aac': ['sound', 'aac'],
  'audio/amr': ['sound', 'amr'],
  'audio/ogg': ['sound', 'ogg', 'oga'],
  'audio/ogg; codecs=opus': ['sound', 'opus', 'ogg'],
  'audio/wav': ['sound', 'wav'],
  'audio/flac': ['sound', 'flac'],
  'application/pdf': ['document', 'pdf'],
  'application/rtf': ['document', 'rtf'],
  'application/zip': ['document', 'zip'],
  'application/x-cfb': ['document', 'doc', 'xls', 'ppt', 'msg'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['document', 'docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['document', 'xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['document', 'pptx'],
  'application/vnd.oasis.opendocument.text': ['document', 'odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['document', 'ods'],
  'application/vnd.oasis.opendocument.presentation': ['document', 'odp'],
}
const text = ['document', 'txt', 'csv', 'tsv', 'md', 'log', 'json', 'vcf', 'ics'] as const

/** What the bytes at this path are, never what their name says; or, in a sentence, why they are not kept. */
export async function judge(path: string, name: string): Promise<Judged | { refused: string }> {
  const asText = (refused: string | null): Judged | { refused: string } =>
    refused ? { refused } : { kind: 'document', type: 'text/plain', extension: extensionFor(name, text) }
  if (await mayBeWideText(path)) {
    const refused = await whyNoText(path)
    if (refused !== NO_KIND) return asText(refused)
  }
  const found = await fileTypeFromFile(path)
  if (!found) return asText(await whyNoText(path))
  const entry = known[found.mime]
  if (entry) return { kind: entry[0], type: found.mime, extension: extensionFor(name, entry) }
  if (/^image\/hei[cf]/.test(found.mime))
    return { refused: 'Pictures in HEIC format cannot be shown everywhere. Save it as JPEG and attach that.' }
  return { refused: `Files of this type (${found.ext}) cannot be attached. Put it into a ZIP file if it is needed.` }
}

/** The name's own extension where it fits what the bytes are, else the usual one. */
function extensionFor(name: string, [, usual, ...others]: readonly [string, ...string[]]): string {
  const own = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  return own && [usual, ...others].includes(own) ? own : usual!
}

/** The name under which it is saved: its ending says what it is, whatever it was called. */
export function downloadName(called: string, extension: string): string {
  const name = plainName(called)
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`
}
