import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PictureSize } from '#contract/calls/attached.ts'
import { problem } from '#contract/problem.ts'
import type { Run } from '#server/lib/transaction.ts'
import type { Storage } from '#server/storage/storage.ts'
import { downloadName } from './judge.ts'
import { notThere, type FileFacts } from './reach.ts'

type Stored = { name: string; keptHash: string; keptSize: number; kind: string; type: string; extension: string }

/**
 * The bytes of a file. Whatever they are, they do nothing in a browser that opens their address: saved, not shown, by
 * the type that we found, in a sandbox. The app reads them by itself.
 */
export async function sendContent(
  { run, storage }: { run: Run; storage: Storage },
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileFacts,
  size: PictureSize,
) {
  const [stored] = await run<Stored>(
    `select name, kept_hash as "keptHash", kept_size as "keptSize", kind, type, extension from stored_file where hash = $1`,
    [file.hash],
  )
  if (!stored || (size !== 'full' && stored.kind !== 'picture')) throw notThere()
  const etag = `"${stored.keptHash.slice(0, 32)}${size === 'full' ? '' : `-${size}`}"`
  void reply.headers({
    etag,
    // Its reader's alone, and asked for again each time: whoever may not see it any more is not shown it.
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(downloadName(file.name, stored.extension))}`,
  })
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send()
  if (size !== 'full') {
    const thumbnail = await storage.read(`${stored.name}-${size}`)
    if (!thumbnail) throw notThere()
    return reply.type('image/webp').send(thumbnail)
  }
  const stretch = stretchIn(request.headers, stored.keptSize, etag)
  if (stretch === 'none') return reply.code(416).header('content-range', `bytes */${stored.keptSize}`).send()
  const bytes = await storage.read(stored.name, stretch ?? undefined)
  if (!bytes) throw problem('unavailable', 'The content of this file cannot be found right now.')
  const length = stretch ? stretch.end - stretch.start + 1 : stored.keptSize
  if (stretch) void reply.code(206).header('content-range', `bytes ${stretch.start}-${stretch.end}/${stored.keptSize}`)
  return reply.headers({ 'accept-ranges': 'bytes', 'content-length': length }).type(typeOf(stored)).send(bytes)
}

/** What it is called where a browser might look into it: text has no charset that we know. */
const typeOf = ({ type }: Stored) => type.replace(/;.*$/, '')

/** One stretch of bytes, or none where all are asked for. */
function stretchIn(
  { range, 'if-range': ifRange }: FastifyRequest['headers'],
  size: number,
  etag: string,
): { start: number; end: number } | 'none' | null {
  const asked = range && /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range)
  if (!asked || (ifRange !== undefined && ifRange !== etag) || asked[0] === 'bytes=-') return null
  const [, from = '', to = ''] = asked
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'none' : { start, end }
}

const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
