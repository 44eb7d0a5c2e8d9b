import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepAssets } from '#server/plugins/kept-assets.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'caredesk-builds-'))
const dataDir = join(folder, 'data')
const kept = join(dataDir, 'assets')
const DAY = 86_400_000

/** A build of the app as far as the server looks at it: its page and its hashed pieces. */
function build(name: string, pieces: Record<string, string>): string {
  const dist = join(folder, name)
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), `<!doctype html><title>${name}</title>`)
  for (const [piece, content] of Object.entries(pieces)) writeFileSync(join(dist, 'assets', piece), content)
  return dist
}
const first = build('first', { 'page-a.js': 'first()', 'page-a.js.map': '{}', 'same-b.js': 'same()' })
const second = build('second', { 'page-c.js': 'second()', 'same-b.js': 'same()' })

afterAll(() => rmSync(folder, { recursive: true }))

describe('the pieces of earlier builds', () => {
  const pieces = () => readdirSync(kept).sort()
  const age = (name: string, days: number) => {
    const at = (Date.now() - days * DAY) / 1_000
    utimesSync(join(kept, name), at, at)
  }

  test('are served after the next one has come, for pages that are still open; a missing one is missing', async () => {
    const before = await startApp({ dist: first, env: { dataDir } })
    await before.close()
    const now = await startApp({ dist: second, env: { dataDir } })
    const get = (url: string) => now.app.inject({ url })
    expect((await get('/assets/page-c.js')).body).toBe('second()')
    const old = await get('/assets/page-a.js')
    expect(old.statusCode).toBe(200)
    expect(old.body).toBe('first()')
    expect(old.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const url of ['/assets/page-d.js', '/assets/page-a.js.map', '/assets', '/assets/../../first/index.html']) {
      const missing = await now.app.inject({ url, headers: { accept: 'text/html' } })
      expect(missing.statusCode, url).toBe(404)
    }
    await now.close()
  })

  test('go a month after they last were part of what was served, however long they had been', async () => {
    await keepAssets(second, kept)
    expect(pieces()).toEqual(['page-a.js', 'page-c.js', 'same-b.js'])
    age('page-a.js', 30)
    age('same-b.js', 90)
    await keepAssets(second, kept)
    expect(pieces()).toEqual(['page-a.js', 'page-c.js', 'same-b.js'])
    age('page-a.js', 32)
    await keepAssets(second, kept)
    expect(pieces()).toEqual(['page-c.js', 'same-b.js'])
  })

  test('a copy that was cut short is made again, and its rest goes', async () => {
    writeFileSync(join(kept, 'page-c.js'), 'sec')
    writeFileSync(join(kept, '.page-c.js-1'), 'se')
    age('.page-c.js-1', 40)
    await keepAssets(second, kept)
    expect(pieces()).toEqual(['page-c.js', 'same-b.js'])
    const server = await startApp({ dist: first, env: { dataDir } })
    expect((await server.app.inject({ url: '/assets/page-c.js' })).body).toBe('second()')
    await server.close()
  })
})

describe('an app that is too old', () => {
  let server: TestApp
  let person: SignedIn
  beforeAll(async () => {
    server = await startApp({
      dist: first,
      env: { dataDir, oldestBuild: '0.2.0-mf0000', killWorkersBefore: '0.2.0-mf0000' },
    })
    person = await signedIn(server, { permissions: [] })
  })
  afterAll(() => server.close())

  const push = (build: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/sync/push',
      headers: person.headers,
      payload: { queueId: randomUUID(), deviceId: randomUUID(), epoch: null, build, acknowledged: 0, ops: [] },
    })
  const load = (url: string, build?: string) =>
    server.app.inject({ url, headers: { ...person.headers, ...(build ? { 'x-build': build } : {}) } })

  test('may neither send nor load, and is told why; one that is new enough may', async () => {
    for (const answer of [
      await push('0.1.0-mezzzz'),
      await load('/api/sync/pull', '0.1.0-mezzzz'),
      await load('/api/sync/snapshot', '0.1.0-mezzzz'),
    ]) {
      expect(answer.statusCode).toBe(426)
      expect(answer.json()).toMatchObject({ code: 'build-too-old' })
    }
    for (const build of ['0.1.0-mf0000', '0.2.0-mf0001', 'dev']) {
      expect((await push(build)).statusCode, build).toBe(200)
      expect((await load('/api/sync/pull', build)).statusCode, build).toBe(200)
    }
    // What does not say what it is, a script of the house, is judged by what it sends.
    expect((await load('/api/sync/pull')).statusCode).toBe(200)
  })

  test('is still served everything else: saving one thing at a time, looking, signing out', async () => {
    expect((await load('/api/auth/me', '0.1.0-mezzzz')).statusCode).toBe(200)
  })

  test('has its service worker told to go, where the house says so', async () => {
    const asked = await server.app.inject({ url: '/sw-kill.json' })
    expect(asked.json()).toEqual({ before: '0.2.0-mf0000' })
    expect(asked.headers['cache-control']).toBe('no-store')
  })
})
