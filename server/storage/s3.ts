import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { problem } from '#contract/problem.ts'
import type { S3Settings } from '#server/env.ts'
import { checkName } from './name.ts'
import type { Content, Storage } from './storage.ts'

/** How long a silent store is waited for, in milliseconds. */
const PATIENCE = 15_000
const ATTEMPTS = 3
const NOTHING: Content = Buffer.alloc(0)

/** Files in a bucket of anything that speaks S3. The signature covers the bytes themselves. */
export function s3Storage(settings: S3Settings): Storage {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings
  const urlOf = (name: string) => `${endpoint}/${bucket}/${prefix}${checkName(name)}`

  const ask = async (method: 'GET' | 'PUT' | 'DELETE', name: string, body = NOTHING, range?: string) => {
    const address = urlOf(name)
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { sha256, size } = Buffer.isBuffer(body) ? { sha256: hashOf(body), size: body.length } : body
        const signer = new AwsV4Signer({
          method,
          url: address,
          accessKeyId,
          secretAccessKey,
          region,
          service: 's3',
          headers: { 'x-amz-content-sha256': sha256, ...(range ? { range } : {}) },
        })
        const { url, headers } = await signer.sign()
        const answer = await send(method, url, { ...Object.fromEntries(headers), 'content-length': String(size) }, body)
        if ((answer.statusCode ?? 0) < 500 || attempt === ATTEMPTS) return answer
        answer.resume()
      } catch (error) {
        if (attempt === ATTEMPTS) throw notNow(error)
      }
    }
  }
  /** The answer, if it is one of these; anything else is told to the log and not to people. */
  const expected = async (answer: IncomingMessage, ...statuses: number[]) => {
    if (statuses.includes(answer.statusCode ?? 0)) return answer
    const said = await textOf(answer)
    throw notNow(new Error(`The store of files answered ${answer.statusCode}: ${said}`))
  }

  return {
    async put(name, content) {
      const answer = await expected(await ask('PUT', name, content), 200)
      answer.resume()
    },
    async read(name, stretch) {
      const range = stretch && `bytes=${stretch.start}-${stretch.end}`
      const answer = await expected(await ask('GET', name, NOTHING, range), 200, 206, 404)
      if (answer.statusCode !== 404) return answer
      answer.resume()
      return null
    },
    async remove(name) {
      const answer = await expected(await ask('DELETE', name), 200, 204, 404)
      answer.resume()
    },
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const notNow = (cause: unknown) => {
  const told = problem('unavailable', 'Files cannot be reached right now. Please try again.', { retryAfter: 10 })
  told.cause = cause
  return told
}

/** Not fetch(): it sends a file of known size in chunks, which S3 does not take. */
async function send(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: Content,
): Promise<IncomingMessage> {
  const asking = (url.protocol === 'https:' ? overHttps : overHttp)(url, { method, headers, timeout: PATIENCE })
  asking.once('timeout', () =>
    asking.destroy(new Error(`The store of files was silent for ${PATIENCE / 1000} seconds`)),
  )
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve)
    asking.once('error', reject)
  })
  const sent = Buffer.isBuffer(body) ? void asking.end(body) : pipeline(createReadStream(body.path), asking)
  const [answer] = await Promise.all([answered, sent])
  return answer
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of answer.setEncoding('utf8')) if (text.length < 500) text += String(part)
  return text.slice(0, 500)
}
