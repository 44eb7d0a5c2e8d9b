import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIP } from 'node:net'
import { isPublic, publicLookup } from './public-address.ts'

export type Wanted = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: object
}
/** What came back, or that nothing fit to be read did. */
export type Reply = { status: number; json: unknown } | 'unreachable' | 'slow' | 'notUnderstood'

/** How far a service is trusted before it is asked. */
export type Bounds = {
  /** Origins on this machine or the own network that may be asked, also without TLS. */
  allowed: readonly string[]
  /** Milliseconds for all of it. */
  patience: number
  signal?: AbortSignal | undefined
}

const MOST_BYTES = 256 * 1024

/** May the server ask there? Over TLS and in the open internet only, but for what whoever runs the server named. */
export function mayAsk(url: URL, allowed: readonly string[]): boolean {
  if (url.username || url.password) return false
  if (allowed.includes(url.origin)) return url.protocol === 'https:' || url.protocol === 'http:'
  if (url.protocol !== 'https:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 || isPublic(host)
}

/** Asks once: in time, within bounds, and follows nobody elsewhere. Never throws. */
export async function askJson({ method, url, headers, body }: Wanted, bounds: Bounds): Promise<Reply> {
  if (!mayAsk(url, bounds.allowed)) return 'unreachable'
  const text = body && JSON.stringify(body)
  const late = AbortSignal.timeout(bounds.patience)
  const signal = bounds.signal ? AbortSignal.any([late, bounds.signal]) : late
  const lookup = bounds.allowed.includes(url.origin) ? {} : { lookup: publicLookup }
  return new Promise<Reply>(resolve => {
    const gone = () => resolve(late.aborted ? 'slow' : 'unreachable')
    const asking = (url.protocol === 'https:' ? secure : plain)(
      url,
      {
        ...lookup,
        method,
        signal,
        // A connection of its own: none is found closed in the middle of a booking.
        agent: false,
        headers: {
          accept: 'application/json',
          ...headers,
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      response => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size <= MOST_BYTES) return void parts.push(part)
          resolve('notUnderstood')
          response.destroy()
        })
        response.on('error', gone)
        response.on('close', gone)
        response.on('end', () => {
          if (response.complete) resolve(readReply(response.statusCode ?? 0, Buffer.concat(parts)))
        })
      },
    )
    asking.on('error', gone)
    // Whoever answers in another protocol would leave us waiting for ever.
    asking.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve('notUnderstood')
    })
    asking.end(text)
  })
}

function readReply(status: number, bytes: Buffer): Reply {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { status, json: text === '' ? null : (JSON.parse(text) as unknown) }
  } catch {
    return { status, json: undefined }
  }
}
