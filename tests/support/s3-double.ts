import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#server/env.ts'

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** What AWS writes down as Signature Version 4, from its description: what is signed, and with which key. */
function signatureOf(request: IncomingMessage, signed: string[], scope: string, at: string, secret: string): string {
  const url = new URL(request.url!, 'http://any')
  const headers = signed
    .map(name => `${name}:${String(request.headers[name]).trim().replaceAll(/\s+/g, ' ')}\n`)
    .join('')
  const query = [...url.searchParams]
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const sum = String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, url.pathname, query, headers, signed.join(';'), sum].join('\n')
  const [day = '', region = '', service = ''] = scope.split('/')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (key, part) => hmac(key, part),
    `AWS4${secret}`,
  )
  return hmac(key, ['AWS4-HMAC-SHA256', at, scope, hash(canonical)].join('\n')).toString('hex')
}

export type S3Double = {
  settings: S3Settings
  objects: Map<string, Buffer>
  /** What was refused, and why. */
  refusals: string[]
  /** The next so many requests are answered with 503. */
  stumble(times: number): void
  close(): Promise<void>
}

/** A store that speaks as much S3 as we use, over HTTP, and believes nobody whose signature or checksum is wrong. */
export async function startS3(): Promise<S3Double> {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const objects = new Map<string, Buffer>()
  const refusals: string[] = []
  let stumbles = 0
  const judge = (request: IncomingMessage, body: Buffer): string | null => {
    const { authorization = '', 'x-amz-date': at, 'x-amz-content-sha256': sum } = request.headers
    const said = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(
      authorization,
    )
    if (!said || typeof at !== 'string') return 'no signature'
    const [, id, scope = '', names = '', signature] = said
    const signed = names.split(';')
    if (id !== keys.accessKeyId || !scope.endsWith('/eu-west-3/s3/aws4_request')) return 'somebody else'
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every(name => signed.includes(name)))
      return 'too little is signed'
    if (signature !== signatureOf(request, signed, scope, at, keys.secretAccessKey)) return 'wrong signature'
    if (sum !== hash(body)) return 'other bytes than were signed'
    if (request.headers['transfer-encoding']) return 'no length'
    return null
  }
  const server = createServer((request, reply) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts)
      if (stumbles > 0) {
        stumbles -= 1
        return reply.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      }
      const wrong = judge(request, body)
      if (wrong) {
        refusals.push(wrong)
        return reply.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      const name = /^\/files\/(desk\/.+)$/.exec(request.url!)?.[1]
      if (!name) return reply.writeHead(404).end()
      if (request.method === 'PUT') {
        objects.set(name, body)
        return reply.writeHead(200).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(name)
        return reply.writeHead(204).end()
      }
      const bytes = objects.get(name)
      if (!bytes) return reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      if (!range) return reply.writeHead(200, { 'content-length': bytes.length }).end(bytes)
      return reply.writeHead(206).end(bytes.subarray(Number(range[1]), Number(range[2]) + 1))
    })()
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: 'files', prefix: 'desk/', region: 'eu-west-3', ...keys },
    objects,
    refusals,
    stumble: times => void (stumbles = times),
    close: () => new Promise(closed => server.close(() => closed()).closeAllConnections()),
  }
}
