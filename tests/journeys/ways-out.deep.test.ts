import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { apiAs, makePerson, PASSWORD, type Api } from '../support/api.ts'
import { ADMIN_PASSWORD } from '../support/process.ts'
import { waitingOp } from '../support/outbox.ts'
import { controlled, everythingStored, launch, share, signIn, withoutWorker } from '../support/browser.ts'

/**
 * However somebody leaves, nothing of what they saw stays readable on the device: fifty planted values are looked for in
 * every byte of its storages, databases and caches. What they had not sent yet is kept for them, sealed.
 */
const url = inject('productUrl')
let browser: Browser
let admin: Api
let leaver: number
const seen = Array.from({ length: 44 }, () => `Planted ${randomUUID()}`)
const unsent = Array.from({ length: 6 }, () => `Unsent ${randomUUID()}`)
/** What the server has confirmed is kept too, for the case that it is restored, and in another store. */
const done = `Done ${randomUUID()}`
const planted = [...seen, ...unsent, done]

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { rows } = await admin.need<{ rows: { id: number; name: string }[] }>('GET', '/role')
  leaver = (await makePerson(url, admin, 'leaver', [rows.find(role => role.name === 'Desk')!.id])).id
  await admin.need('POST', '/list/deliverable/paste', { items: seen.map(label => ({ label })) })
})
afterAll(() => browser.close())

/** Writes what could not be sent yet, as an outbox with a photo and a draft would hold it. */
async function plantUnsent(page: Page) {
  // Refused, so that it waits for its person whatever the server can be reached for.
  const refused = {
    ...waitingOp({ userId: leaver }),
    state: 'rejected',
    problem: { code: 'invalid', message: '', at: 0 },
  } as const
  const over = {
    ...waitingOp({ userId: leaver, args: { label: done }, sentOnce: true, open: 0 }),
    state: 'done',
    endedAt: Date.now(),
  } as const
  await page.evaluate(
    async ({ user, values, refused, over }) => {
      const db = await new Promise<IDBDatabase>(resolve => {
        const request = indexedDB.open(`caredesk-u-${user}`)
        request.addEventListener('success', () => resolve(request.result))
      })
      const step = db.transaction(['outbox', 'drafts', 'blobs'], 'readwrite')
      step.objectStore('outbox').add({ ...over, seq: Math.ceil(Math.random() * 1e9) })
      for (const value of values.slice(0, 2)) {
        step
          .objectStore('outbox')
          .add({ ...refused, seq: Math.ceil(Math.random() * 1e9), mid: crypto.randomUUID(), args: { label: value } })
        step.objectStore('drafts').add({ key: crypto.randomUUID(), value: { value }, at: Date.now() })
      }
      for (const value of values.slice(2, 4))
        step.objectStore('drafts').add({ key: crypto.randomUUID(), value: { value }, at: Date.now() })
      for (const [at, value] of values.slice(4).entries()) {
        const [id, hash] = [at + 1, crypto.randomUUID()]
        const upload = { id, hash, mid: crypto.randomUUID(), module: 'dealerBranch', path: '/dealer-branch', record: 1 }
        const said = {
          field: null,
          name: 'note.txt',
          size: value.length,
          at: 0,
          refused: { code: 'invalid', message: '' },
        }
        const bytes = new TextEncoder().encode(value).buffer
        step
          .objectStore('blobs')
          .add({ hash, mime: 'text/plain', bytes, uploads: [{ ...upload, ...said }], files: [id] })
      }
      await new Promise(resolve => step.addEventListener('complete', resolve))
      db.close()
    },
    { user: leaver, values: unsent, refused, over },
  )
  // It was put there past the app, which sees it when it starts.
  await page.reload()
  await page.getByText(/^Not accepted \(/).waitFor()
}

/** Rows of unsent work on the device, and the bytes of all of them as text. */
const keptUnsent = (page: Page) =>
  page.evaluate(async user => {
    const db = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open(`caredesk-u-${user}`)
      request.addEventListener('success', () => resolve(request.result))
    })
    let rows = 0
    let text = ''
    for (const store of ['outbox', 'drafts', 'blobs']) {
      const all = await new Promise<unknown[]>(resolve => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result))
      })
      rows += all.length
      const parts = [...all]
      while (parts.length > 0) {
        const part = parts.pop()
        if (part instanceof ArrayBuffer) text += new TextDecoder().decode(part)
        else if (ArrayBuffer.isView(part)) text += new TextDecoder().decode(part)
        else if (typeof part === 'object' && part !== null) parts.push(...Object.values(part))
        else text += String(part)
      }
    }
    db.close()
    return { rows, text }
  }, leaver)

/**
 * Where this origin keeps something while somebody is signed in, by name. A new place belongs here only once it is clear what
 * becomes of it when they leave.
 */
const places = [
  // Go with the session.
  'localStorage token',
  'localStorage sessionUser',
  'localStorage signedIn',
  'localStorage touchedAt',
  'sessionStorage react-router-scroll-positions',
  'sessionStorage draft:*',
  'database caredesk-u-*',
  // Stay, and say nothing of anybody's business.
  'localStorage caredesk.canary',
  'localStorage caredesk.clock',
  'database caredesk-device',
  'cache workbox-precache-v2-*',
]
const isKnown = (place: string) =>
  places.some(known => (known.endsWith('*') ? place.startsWith(known.slice(0, -1)) : place === known))

/** Nothing is kept anywhere else, and nothing that the caches hold, which it answers, is an answer of the API. */
async function staysInItsPlaces(page: Page) {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const cached = await Promise.all(names.map(name => caches.open(name).then(cache => cache.keys())))
    return {
      places: [
        ...Object.keys(localStorage).map(key => `localStorage ${key}`),
        ...Object.keys(sessionStorage).map(key => `sessionStorage ${key}`),
        ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
        ...names.map(name => `cache ${name}`),
      ],
      paths: cached.flat().map(({ url }) => new URL(url).pathname),
    }
  })
  expect(kept.places.filter(place => !isKnown(place))).toEqual([])
  expect(kept.paths.filter(path => path.startsWith('/api'))).toEqual([])
  return kept.paths
}

const account = (page: Page) => page.getByRole('button', { name: /^Account/ }).first()
const pressSignOut = async (page: Page) => {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
const chooseSignOut = async (page: Page) => {
  await pressSignOut(page)
  await page.getByRole('button', { name: 'Sign out, keep on this device' }).click()
}

const ways: [string, (page: Page, context: BrowserContext) => Promise<unknown>][] = [
  ['signs out', page => chooseSignOut(page)],
  [
    'signs out without a connection',
    async (page, context) => {
      await context.setOffline(true)
      await chooseSignOut(page)
    },
  ],
  [
    'signs out while the server fails',
    async page => {
      await page.route('**/api/auth/sign-out', route => route.fulfill({ status: 500, body: 'broken' }))
      await chooseSignOut(page)
    },
  ],
  ['is signed out by an administrator', () => admin.need('POST', '/access/end-sessions', { user: leaver })],
  [
    // The other statuses that end a session are tried where requests are made.
    'is refused',
    page =>
      page.route('**/api/sync/**', route =>
        route.fulfill({ status: 419, json: { code: 'signed-out', message: 'Please sign in', requestId: 'r' } }),
      ),
  ],
  [
    'hands the device to the next person',
    async page => {
      await share(page, url)
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Switch user' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Somebody else' }).click()
    },
  ],
  [
    'leaves the device locked, and somebody else wants to sign in',
    async page => {
      await share(page, url)
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Lock now' }).click()
      await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
      await page.getByRole('button', { name: /^Sign .* out$/ }).click()
    },
  ],
  [
    'guesses too often at the lock',
    async page => {
      await share(page, url)
      await page.route('**/api/auth/confirm-password', route =>
        route.fulfill({ status: 400, json: { code: 'invalid', message: 'Not this one', requestId: 'r' } }),
      )
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Lock now' }).click()
      for (const left of [4, 3, 2, 1, 0]) {
        await page.getByLabel(/^Password of/).fill(`guess ${left}`)
        await page.getByRole('button', { name: 'Unlock' }).click()
        if (left > 0) await page.getByText(left === 1 ? '1 try is left' : `${left} tries are left`).waitFor()
      }
    },
  ],
  [
    'signs out in another tab',
    async (_, context) => {
      const other = await context.newPage()
      await other.goto(`${url}/home`)
      await chooseSignOut(other)
      // It goes when all of it is done; the page that follows it goes as soon as its drafts are kept.
      await other.waitForURL(/\/sign-in/)
    },
  ],
]

describe('somebody who leaves', () => {
  it.each(ways)('and %s leaves nothing readable, and finds the unsent work again', async (_, leave) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await signIn(page, url, 'leaver', PASSWORD)
    await controlled(page)
    await expect
      .poll(() => everythingStored(context, page).then(text => seen.every(value => text.includes(value))))
      .toBe(true)
    await plantUnsent(page)
    const before = await keptUnsent(page)
    expect([...unsent, done].filter(value => !before.text.includes(value))).toEqual([])
    expect(await staysInItsPlaces(page)).toContain('/index.html')

    await leave(page, context)
    await page.waitForURL(/\/sign-in/, { timeout: 90_000 })
    await page.getByLabel('Password', { exact: true }).waitFor()
    const after = await everythingStored(context, page)
    const sealed = await keptUnsent(page)
    expect(planted.filter(value => after.includes(value) || sealed.text.includes(value))).toEqual([])
    // What was done lies elsewhere.
    expect(sealed.rows).toBe(before.rows - 1)
    expect(
      await page.evaluate(() => ['token', 'sessionUser', 'signedIn'].map(key => localStorage.getItem(key))),
    ).toEqual([null, null, null])
    // Nothing but what the server calls this device.
    expect(await context.cookies()).toMatchObject([
      { name: 'caredesk.canary', value: expect.stringMatching(/^[\da-f-]{36}$/), sameSite: 'Strict', httpOnly: false },
    ])

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await signIn(page, url, 'leaver', PASSWORD)
    await expect
      .poll(() => keptUnsent(page).then(({ text }) => [...unsent, done].every(value => text.includes(value))))
      .toBe(true)
    await context.close()
  })

  it('and has just typed something in another tab finds it again, and leaves no question standing', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await signIn(page, url)
    const other = await context.newPage()
    const asked: string[] = []
    other.on('dialog', dialog => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    const form = `${url}/dealer-branch/dealer-branch-create`
    const name = (on: Page) => on.getByLabel('Name', { exact: true })
    await other.goto(form)
    await name(other).click()
    await account(page).click()
    const typed = `Typed ${randomUUID()}`
    await name(other).fill(typed)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in/)
    await other.waitForURL(/\/sign-in/)
    expect(asked).toEqual([])
    expect(await everythingStored(context, other)).not.toContain(typed)

    await signIn(other, url)
    await other.goto(form)
    await other.getByText(/^Draft of/).waitFor()
    expect(await name(other).inputValue()).toBe(typed)
    await staysInItsPlaces(other)
    await context.close()
  })

  it.each([
    ['has signed out', (page: Page) => pressSignOut(page)],
    ['was signed out by the server', () => admin.need('POST', '/access/end-sessions', { user: leaver })],
  ])('and %s leads the next person to nothing that they looked for', async (_, leave) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...withoutWorker })
    const page = await context.newPage()
    const list = (words: string) => `${url}/dealer-branch/dealer-branch-list?q=${words}`
    const search = page.getByRole('searchbox').first()
    const nextComes = async () => {
      await page.getByLabel('Username or e-mail').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(`${url}/home`)
      await account(page).waitFor()
    }
    const looksFor = async (words: string) => {
      await page.goto(list(words))
      await expect.poll(() => search.inputValue()).toBe(words)
    }
    await signIn(page, url, 'leaver', PASSWORD)
    await looksFor('Meera')
    await looksFor('Rohan')
    // From there on inside the app: further entries of the same document, of which the last one goes with the sign-out.
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()
    await page.waitForURL(`${url}/home`)
    await account(page).click()
    await page.getByRole('menuitem', { name: 'About this device' }).click()
    await page.waitForURL(/\/diagnostics/)
    await leave(page)
    await page.waitForURL(/\/sign-in/)
    await nextComes()
    for (const _ of ['into the document', 'within it', 'into one that was opened by its address']) {
      await page.goBack()
      await page.waitForURL(`${url}/home`)
      await account(page).waitFor()
      expect(await page.evaluate(() => JSON.stringify(history.state))).not.toMatch(/Meera|Rohan/)
    }

    // What is their own they find again.
    await looksFor('Own')
    await page.goto(`${url}/rescue.html`)
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('Own')
    await context.close()
  })

  it('and deletes what is not sent leaves nothing readable, and nothing waits for them', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await signIn(page, url, 'leaver', PASSWORD)
    await controlled(page)
    await plantUnsent(page)
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Delete 4 changes' }).click()
    await page.getByLabel('Type 4 to delete').fill('3')
    await page.getByRole('button', { name: 'Delete 4 changes' }).click()
    await page.getByText('Type the number 4.').waitFor()
    await page.getByLabel('Type 4 to delete').fill('4')
    await page.getByRole('button', { name: 'Delete 4 changes' }).click()
    await page.waitForURL(/\/sign-in/)
    await page.getByLabel('Password', { exact: true }).waitFor()
    const after = await everythingStored(context, page)
    const sealed = await keptUnsent(page)
    expect(planted.filter(value => after.includes(value) || sealed.text.includes(value))).toEqual([])
    await signIn(page, url, 'leaver', PASSWORD)
    await page.goto(`${url}/outbox`)
    await page.getByRole('heading', { name: 'Everything is sent' }).waitFor()
    await context.close()
  })

  it('leaves the next person a count of what waits, and no more', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await signIn(page, url, 'leaver', PASSWORD)
    await account(page).waitFor()
    await page.waitForFunction(
      user => indexedDB.databases().then(all => all.some(one => one.name === `caredesk-u-${user}`)),
      leaver,
    )
    await plantUnsent(page)
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog', { name: /^4 / }).waitFor()
    await page.getByRole('button', { name: 'Sign out, keep on this device' }).click()
    await page.waitForURL(/\/sign-in/)
    // Of the eight rows these are drafts, which the dialog did not count either.
    await page.getByText('4 unsent changes wait on this device').waitFor()
    expect(await page.locator('body').textContent()).not.toMatch(/leaver|Unsent [0-9a-f-]{36}/)
    await signIn(page, url, 'admin', ADMIN_PASSWORD)
    const { rows, text } = await keptUnsent(page)
    expect(rows).toBe(8)
    expect([...unsent, done].filter(value => text.includes(value))).toEqual([])
    await context.close()
  })
})
