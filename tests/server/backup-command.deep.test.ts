import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dbCommand } from '../support/db-command.ts'
import { ADMIN_PASSWORD, startProduct, type Product } from '../support/process.ts'

// Every command is a process of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
let product: Product | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'caredesk-command-'))
})
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true })
})

const db = (...words: string[]) => dbCommand(dataDir, ...words)

it('backs up and restores beside the running app, which then asks everybody to sign in again', async () => {
  product = await startProduct({ dataDir })
  const signIn = () =>
    fetch(`${product?.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
    })
  const { token } = (await (await signIn()).json()) as { token: string }
  const me = async () =>
    (await fetch(`${product?.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await me()).toBe(200)

  const made = await db('backup')
  expect(made).toMatchObject({ code: 0, complained: '' })
  expect(made.said).toMatch(/\.backup has \d+ rows of \d+ tables\.\n$/)
  const [name] = await readdir(path.join(dataDir, 'backups'))
  const file = path.join(dataDir, 'backups', name ?? '')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await me()).toBe(200)

  const asked = await db('restore', file)
  expect(asked).toMatchObject({ code: 1, complained: 'Say --yes where nobody can be asked.\n' })
  expect(await me()).toBe(200)

  const restored = await db('restore', file, '--yes')
  expect(restored).toMatchObject({ code: 0, complained: '' })
  expect(restored.said).toMatch(/As it is now, it is kept: .*before-restore.*\nRestored \d+ rows/s)
  expect(await me()).toBe(401)
  expect((await signIn()).status).toBe(200)
})

it('lets somebody in again who lost the password, beside the running app', async () => {
  const { code, said } = await db('admin-password')
  const [, password] = /^Sign in as admin with the one-time password (\S{16}) \(shown only now\)\n$/.exec(said) ?? []
  expect({ code, password }).toEqual({ code: 0, password: expect.any(String) })
  const signIn = (password = '') =>
    fetch(`${product?.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  expect((await signIn(ADMIN_PASSWORD)).status).toBe(400)
  expect((await signIn(password)).status).toBe(200)
})

it('works where no app runs, and leaves no server behind', async () => {
  await product?.stop()
  product = undefined
  const file = path.join(dataDir, 'moved.caredesk')
  expect(await db('export', file)).toMatchObject({ code: 0, complained: '' })
  expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  expect(await db('import', file)).toMatchObject({
    code: 1,
    complained: 'The database has records already. To replace them, use "npm run db -- restore FILE".\n',
  })
})

it('says what it can do, and what is wrong with a file', async () => {
  expect((await db()).complained).toContain('npm run db -- restore FILE')
  const file = path.join(dataDir, 'photo.jpg')
  await writeFile(file, 'not a backup')
  expect(await db('restore', file, '--yes')).toMatchObject({
    code: 1,
    complained: `${file} is no backup of Caredesk.\n`,
  })
})
