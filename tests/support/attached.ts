import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileRow } from '#contract/calls/attached.ts'
import { startApp, type SignedIn, type TestApp, type TestAppOptions } from './server.ts'

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type Sent = { name: string; bytes: Buffer; mid?: string; field?: string; id?: number; device?: string }
export type Answered = { status: number; body: FileRow & { message: string; code: string } }

/** The shipped server with a folder of files of its own, and short words for what is done with files. */
export async function startAttached(options: TestAppOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'caredesk-attached-'))
  const server: TestApp = await startApp({ ...options, env: { dataDir, ...options.env } })
  const ask = async (
    person: Pick<SignedIn, 'headers'>,
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    url: string,
    payload?: object | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const bytes = Buffer.isBuffer(payload) ? { 'content-type': 'application/octet-stream' } : {}
    return server.app.inject({
      method,
      url: `/api${url}`,
      headers: { ...person.headers, ...bytes, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  }
  const answered = async (...asked: Parameters<typeof ask>): Promise<Answered> => {
    const { statusCode, body } = await ask(...asked)
    return { status: statusCode, body: JSON.parse(body) as Answered['body'] }
  }
  /** Says what will be sent. */
  const announce = (person: SignedIn, at: string, { bytes, mid = randomUUID(), ...rest }: Sent) =>
    answered(person, 'POST', at, { ...rest, mid, size: bytes.length, hash: sha256(bytes) })
  const send = (person: SignedIn, id: number, offset: number, bytes: Buffer) =>
    answered(person, 'PUT', `/file/${id}/upload?offset=${offset}`, bytes)
  const finish = (person: SignedIn, id: number) => answered(person, 'POST', `/file/${id}/finish`, {})
  /** All of it: announced, sent in one piece, finished. Answers what the last step said. */
  const attach = async (person: SignedIn, at: string, sent: Sent): Promise<Answered> => {
    const announced = await announce(person, at, sent)
    if (announced.status >= 300 || announced.body.received === null) return announced
    for (let offset = 0; offset < sent.bytes.length; offset += 1_048_576)
      await send(person, announced.body.id, offset, sent.bytes.subarray(offset, offset + 1_048_576))
    return finish(person, announced.body.id)
  }
  return {
    ...server,
    dataDir,
    ask,
    answered,
    announce,
    send,
    finish,
    attach,
    sql: async <R>(text: string, values: unknown[] = []) =>
      (await server.database.pool.query(text, values)).rows as R[],
    close: async () => {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type Attached = Awaited<ReturnType<typeof startAttached>>
