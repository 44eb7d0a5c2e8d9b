import { request } from 'node:https'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate } from '../support/certificate.ts'
import { startApp, type TestApp } from '../support/server.ts'

const { certFile, keyFile, pem: ca, remove } = certificate()

let server: TestApp
let url: URL

beforeAll(async () => {
  server = await startApp({ env: { tls: { certFile, keyFile } } })
  url = new URL(await server.url())
})
afterAll(async () => {
  await server.close()
  remove()
})

describe('with its own certificate', () => {
  test('answers https, and says that it always will', async () => {
    const answer = await new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]> }>(
      (resolve, reject) => {
        request(new URL('/live', url), { ca }, reply => {
          reply.resume()
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers })
        })
          .once('error', reject)
          .end()
      },
    )
    expect(url.protocol).toBe('https:')
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test('refuses plain http instead of leading on from it', async () => {
    await expect(fetch(`http://${url.host}/api/auth/me`)).rejects.toThrow()
  })

  test('speaks no TLS older than 1.2', async () => {
    const speak = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>(resolve => {
        const options = { port: Number(url.port), host: url.hostname, ca, minVersion: version, maxVersion: version }
        // Old versions need the client's own doors opened as well.
        const socket = connect({ ...options, ciphers: 'DEFAULT@SECLEVEL=0' }, () => {
          resolve(socket.getProtocol() ?? 'none')
          socket.destroy()
        })
        socket.once('error', () => resolve('refused'))
      })
    expect(await speak('TLSv1.3')).toBe('TLSv1.3')
    expect(await speak('TLSv1.2')).toBe('TLSv1.2')
    expect(await speak('TLSv1.1')).toBe('refused')
  })

  test('has the same limits for slow clients', () => {
    expect(server.app.server).toMatchObject({ requestTimeout: 45_000, headersTimeout: 10_000, maxHeadersCount: 64 })
  })
})
