import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '#contract/csv.ts'
import { startAttached, type Attached } from '../support/attached.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

describe('the name of a file', () => {
  let server: Attached
  let clerk: SignedIn
  let at: string
  beforeAll(async () => {
    server = await startAttached()
    clerk = await signedIn(server, { permissions: ['52-b', '52-c', '52-d'] })
    at = `/dealer-branch/${(await server.answered(clerk, 'POST', '/dealer-branch', { name: 'Main' })).body.id}/files`
  })
  afterAll(() => server.close())
  const pdf = (words: string) => Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${words}\n%%EOF`)

  it.each([
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['\u2066list\u2069\u200b.pdf', 'list.pdf'],
    ['क्\u200dष.pdf', 'क्\u200dष.pdf'],
  ])('%j has no signs that turn it or that nobody sees', async (name, kept) => {
    const { status, body } = await server.attach(clerk, at, { name, bytes: pdf(name) })
    expect([status, body.name]).toEqual([200, kept])
  })

  it('is not one of such signs alone', async () => {
    expect((await server.announce(clerk, at, { name: '\u202e\u200b', bytes: pdf('none') })).status).toBe(400)
  })

  it('that was kept with them is saved without', async () => {
    const { body } = await server.attach(clerk, at, { name: 'old.pdf', bytes: pdf('old') })
    await server.sql('update record_file set name = $2 where id = $1', [body.id, 'old\u202efdp.exe'])
    const { headers } = await server.ask(clerk, 'GET', `/file/${body.id}/content`)
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''oldfdp.exe.pdf`)
  })
})

describe('a cell of a CSV', () => {
  it.each([
    ['Ravi;=HYPERLINK("http://a")', `"Ravi;'=HYPERLINK(""http://a"")"`],
    ['Ravi; @SUM(A1)', `"Ravi;' @SUM(A1)"`],
    ['Ravi\t+1', `"Ravi\t'+1"`],
    ['a;b;-c', `"a;b;'-c"`],
    ['a; b', '"a; b"'],
    ['a=b', 'a=b'],
    ['=1;=2', `"'=1;'=2"`],
  ])('%j is no formula, also where a semicolon or a tab parts cells', (text, written) => {
    expect(csvLine(['x', text])).toBe(`x,${written}\r\n`)
  })
})

describe('the root of the app', () => {
  let server: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'caredesk-root-'))
  const dist = join(folder, 'dist')
  beforeAll(async () => {
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Caredesk</title>')
    server = await startApp({ dist, env: { dataDir: join(folder, 'data') } })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it.each(['text/html', '*/*', 'application/json', 'image/png', ''])('is the app for Accept %j', async accept => {
    const answer = await server.app.inject({ method: 'GET', url: '/', headers: accept ? { accept } : {} })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    // A page of the app is asked for as one: what is missing stays missing for everything else.
    const other = await server.app.inject({ method: 'GET', url: '/home', headers: { accept: 'image/png' } })
    expect(other.statusCode).toBe(404)
  })
})
