import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'caredesk-dist-'))
const dist = join(folder, 'dist')
const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`

let server: TestApp

beforeAll(async () => {
  for (const each of ['assets', 'locales/en', 'icons', '.git']) mkdirSync(join(dist, each), { recursive: true })
  const files: Record<string, string> = {
    'index.html': '<!doctype html><title>Caredesk</title>',
    'insecure.html': '<!doctype html><title>Not secure</title>',
    'insecure.css': 'body { color: black }',
    'sw.js': 'self.skipWaiting()',
    'theme.js': 'document.title',
    'manifest.webmanifest': '{"name":"Caredesk"}',
    'locales/en/shell.json': '{}',
    'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/index-a1b2c3.js': script,
    'assets/index-a1b2c3.js.map': '{"sources":["secret.ts"]}',
    '.env': 'SECRET=1',
    '.git/config': 'secret',
    'assets/.hidden.js': 'secret',
    'notes.bak': 'secret',
    '../outside.js': 'secret',
    '../package.json': '{"name":"secret"}',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content)
  writeFileSync(join(dist, 'assets/index-a1b2c3.js.br'), brotliCompressSync(script))
  symlinkSync('/etc/passwd', join(dist, 'passwd.txt'))
  symlinkSync(join(folder, 'outside.js'), join(dist, 'assets/link.js'))
  symlinkSync(folder, join(dist, 'up'))
  server = await startApp({ dist, env: { dataDir: join(folder, 'data') } })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url, headers, remoteAddress })
const page = { accept: 'text/html,application/xhtml+xml' }

describe('headers', () => {
  const security = [
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'permissions-policy',
    'referrer-policy',
    'x-content-type-options',
    'x-frame-options',
  ]
  const policy =
    "default-src 'none';script-src 'self' 'wasm-unsafe-eval';style-src 'self';img-src 'self' blob: data:;font-src 'self';" +
    "connect-src 'self';media-src 'self' blob:;worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none';" +
    "form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types sw-url worker-url piece-url"

  test('are the same on the page, a script, the service worker, an answer, an error and what is not there', async () => {
    const urls = [
      '/',
      '/assets/index-a1b2c3.js',
      '/sw.js',
      '/live',
      '/api/auth/me',
      '/api/nothing',
      '/nothing.js',
      '/api/%zz',
    ]
    for (const url of urls) {
      const { headers } = await get(url, url === '/' ? page : {})
      const found = Object.fromEntries(security.map(name => [name, headers[name]]))
      expect(found, url).toEqual({
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy':
          'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(headers, url).not.toHaveProperty('server')
      expect(headers, url).not.toHaveProperty('x-powered-by')
      expect(headers, url).not.toHaveProperty('access-control-allow-origin')
      expect(headers, url).not.toHaveProperty('strict-transport-security')
    }
  })

  test('of the API forbid keeping an answer, also a refusal', async () => {
    for (const url of ['/api/auth/me', '/api/nothing']) {
      const { headers } = await get(url)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  test('promise https only where it is spoken, and believe only a proxy that was named', async () => {
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
    expect((await get('/live', https)).headers).not.toHaveProperty('strict-transport-security')
    const behind = await startApp({ dist, env: { trustProxy: ['127.0.0.1'], dataDir: join(folder, 'data') } })
    const ask = (remoteAddress: string, url = '/live') => behind.app.inject({ url, headers: https, remoteAddress })
    expect((await ask('127.0.0.1')).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect((await ask('198.51.100.4')).headers).not.toHaveProperty('strict-transport-security')
    await behind.close()
  })
})

describe('another site', () => {
  test('may not ask the API, and no answer says that it may', async () => {
    const post = (headers: Record<string, string>) =>
      server.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers })
    expect((await post({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await post({ 'sec-fetch-site': 'same-site', origin: 'https://other.caredesk.example' })).statusCode).toBe(
      403,
    )
    expect((await post({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/auth/sign-in',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(404)
    expect(Object.keys(preflight.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('another machine over plain http', () => {
  test('gets one page that says what to do, and no part of the app', async () => {
    const answer = await get('/orders', page, '192.168.1.20')
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('Not secure')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await get('/insecure.css', {}, '192.168.1.20')).statusCode).toBe(200)
    for (const url of ['/assets/index-a1b2c3.js', '/sw.js', '/api/auth/me', '/index.html', '//insecure.css'])
      expect((await get(url, {}, '192.168.1.20')).statusCode, url).toBe(403)
    const signIn = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { username: 'admin', password: 'x' },
      remoteAddress: '192.168.1.20',
    })
    expect(signIn.json()).toMatchObject({ code: 'forbidden' })
  })

  test('may not pretend to be this machine or to speak https', async () => {
    const pretending = {
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      forwarded: 'for=127.0.0.1;proto=https',
    }
    expect((await get('/api/auth/me', pretending, '192.168.1.20')).statusCode).toBe(403)
  })

  test('is asked for nothing more when it watches the health', async () => {
    expect((await get('/live', {}, '192.168.1.20')).statusCode).toBe(200)
    expect((await get('/ready', {}, '192.168.1.20')).statusCode).toBe(200)
  })
})

describe('the built app', () => {
  test('keeps hashed files for ever and asks for the page, the service worker and the manifest every time', async () => {
    const cache = async (url: string) => (await get(url, url === '/' ? page : {})).headers['cache-control']
    expect(await cache('/assets/index-a1b2c3.js')).toBe('public, max-age=31536000, immutable')
    for (const url of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/theme.js', '/locales/en/shell.json'])
      expect(await cache(url), url).toBe('no-cache')
  })

  test('says of each file what it is, and whether it has changed', async () => {
    const script = await get('/sw.js')
    expect(script.headers['content-type']).toMatch(/javascript; charset=utf-8$/i)
    expect((await get('/manifest.webmanifest')).headers['content-type']).toContain('application/manifest+json')
    const again = await get('/sw.js', { 'if-none-match': String(script.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('sends text compressed: from a file beside it, or on the way', async () => {
    const prepared = await get('/assets/index-a1b2c3.js', { 'accept-encoding': 'gzip, br' })
    expect(prepared.headers['content-encoding']).toBe('br')
    expect(prepared.rawPayload.equals(brotliCompressSync(script))).toBe(true)
    expect(prepared.headers.vary).toMatch(/accept-encoding/i)
    const gzip = await get('/assets/index-a1b2c3.js', { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gzip.rawPayload.length).toBeLessThan(1_000)
    expect((await get('/assets/index-a1b2c3.js')).body).toBe(script)
  })

  test('answers its own addresses with the page', async () => {
    for (const url of [
      '/',
      '/home',
      '/order/order-details/12',
      '/settings/return-reason?x=1',
      '/s/AB.12-3',
      '/deep/a/b/c',
    ])
      expect((await get(url, page)).body, url).toContain('<title>Caredesk</title>')
  })

  test('a file that is missing is missing, and so is a page for whoever wants no page', async () => {
    for (const url of [
      '/assets/gone-1.js',
      '/assets/gone',
      '/icons/x',
      '/locales/de/shell.json',
      '/gone.png',
      '/favicon.ico',
    ]) {
      const answer = await get(url, page)
      expect(answer.statusCode, url).toBe(404)
      expect(answer.headers['cache-control'], url).toBe('no-store')
    }
    expect((await get('/home', { accept: 'application/json' })).statusCode).toBe(404)
    // At the root there is nothing else, whatever a browser or a proxy says that it takes.
    const root = [undefined, '*/*', 'application/json', 'image/png'].map(accept => get('/', accept ? { accept } : {}))
    for (const answer of await Promise.all(root))
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await server.app.inject({ method: 'POST', url: '/home', headers: page })).statusCode).toBe(404)
  })

  test('shows nothing that is hidden, linked from elsewhere, left over, or outside', async () => {
    const urls = [
      '/.env',
      '/.git/config',
      '/assets/.hidden.js',
      '/passwd.txt',
      '/assets/link.js',
      '/up/outside.js',
      '/up/package.json',
      '/assets/index-a1b2c3.js.map',
      '/assets/index-a1b2c3.js.br',
      '/notes.bak',
      '/../outside.js',
      '/%2e%2e/outside.js',
      '/..%2foutside.js',
      '/..%5coutside.js',
      '/assets/..%2f..%2foutside.js',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/..\\..\\outside.js',
      '/%252e%252e/outside.js',
      '/outside.js%00.js',
      '//etc/passwd',
      '/etc/passwd',
      '/package.json',
    ]
    for (const url of urls) {
      const answer = await get(url)
      expect([400, 404], `${url} ${answer.statusCode}`).toContain(answer.statusCode)
      expect(answer.body, url).not.toMatch(/secret|SECRET|root:/)
    }
  })
})
