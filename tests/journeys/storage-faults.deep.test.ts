import { randomBytes, randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import type { OutboxOp, QueueState } from '#src/offline/outbox/op.ts'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { complaintsOf, launch, readyForOffline, signIn } from '../support/browser.ts'
import { openIn, readStore } from '../support/queue-in-page.ts'

/** A device that is full, and a browser that throws away what it kept. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
/** Of everybody's oldest sessions the server ends some: these pages share theirs with no other file. */
const me = `storage${mark}`

type Branch = { id: number; version: number; name: string; note: string | null }

let browser: Browser
let context: BrowserContext
let page: Page
let devtools: CDPSession
let admin: Api
let complaints: string[]

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id } = await makeRole(admin, me, ['52-a', '52-b', '52-c', '52-d'])
  await makePerson(url, admin, me, [id])
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  page = await context.newPage()
  devtools = await context.newCDPSession(page)
  complaints = complaintsOf(page)
})
afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
})
afterAll(() => browser?.close())

const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)
const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })
const note = () => page.getByLabel('Note', { exact: true })
const openForm = async (id: number) => {
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await note().waitFor()
}

/** Other data of this origin, until the browser takes no more. */
const fill = () =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('filler')
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore('bytes', { autoIncrement: true }),
      )
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error!))
    })
    const put = (size: number) =>
      new Promise<boolean>(resolve => {
        const bytes = new Uint8Array(size)
        for (let at = 0; at < size; at += 65_536)
          crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, size)))
        const step = db.transaction('bytes', 'readwrite')
        step.objectStore('bytes').put(bytes)
        step.addEventListener('complete', () => resolve(true))
        step.addEventListener('abort', () => resolve(false))
      })
    let laid = 0
    // To the last bit: what the browser thinks is left it hands out for a while without looking.
    for (let size = 4_194_304; size >= 512; size /= 2) while (await put(size)) laid += size
    db.close()
    return laid
  })

it('keeps what was typed and says so where the device is full, and saves it once there is room', async () => {
  const made = await makeBranch('Full')
  // Before anything is stored: the browser goes by what it has found for a while.
  const origin = url
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 48_000_000 })
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
  await openForm(made.id)
  await context.setOffline(true)
  expect(await fill()).toBeGreaterThan(1_000_000)
  // However long the browser has for tidying up its own store, that does not help it any more.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000_000 })
  const typed = `Nobody wants to type this again. ${'x'.repeat(4_000)}`
  await note().fill(typed)
  await page.keyboard.press('Control+s')
  await page.getByText('This device is full, and the change could not be kept.').waitFor()
  await page.getByText('This device is full', { exact: true }).waitFor()
  expect(await note().inputValue()).toBe(typed)
  expect(new URL(page.url()).pathname).toContain('dealer-branch-edit')
  expect(await openIn(page)).toEqual([])

  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  await context.setOffline(false)
  await expect.poll(async () => (await branch(made.id)).note).toBe(typed)
})

/** What goes wrong in a save, at which of its stores. */
type Fault = {
  store: string
  how: 'is refused' | 'fails' | 'ends it' | 'finds it over' | 'finds it committed'
}
declare global {
  var breakNext: (fault: Fault) => void
}

/** From the next load on, the page can be told to let its next save go wrong. */
const breakable = () =>
  page.addInitScript(() => {
    let next: Fault | null = null
    globalThis.breakNext = fault => void (next = fault)
    const takeFault = (store: string, { objectStoreNames, mode }: IDBTransaction, isReading: boolean) => {
      if (next?.store !== store || mode !== 'readwrite' || !objectStoreNames.contains('outbox')) return null
      if (isReading !== (next.how === 'finds it over')) return null
      const { how } = next
      next = null
      return how
    }
    for (const writing of ['put', 'delete'] as const) {
      const write = IDBObjectStore.prototype[writing] as (...given: unknown[]) => IDBRequest
      IDBObjectStore.prototype[writing] = function (this: IDBObjectStore, ...given: unknown[]) {
        const how = takeFault(this.name, this.transaction, false)
        if (how === 'is refused') throw new DOMException('Refused by the test', 'DataError')
        if (how === 'finds it committed') this.transaction.commit()
        const request = write.apply(this, given)
        if (how === 'fails') this.add(given[0]) // what is there already
        if (how === 'ends it') this.transaction.abort()
        return request
      }
    }
    // Who waits for a request is told of it after a timer: by then the browser has ended the transaction.
    const listen = EventTarget.prototype.addEventListener
    IDBRequest.prototype.addEventListener = function (this: IDBRequest, type: string, told: (event: Event) => void) {
      const store = this.source instanceof IDBIndex ? this.source.objectStore : this.source
      const isLate =
        type === 'success' && store instanceof IDBObjectStore && takeFault(store.name, store.transaction, true)
      listen.call(this, type, isLate ? event => void setTimeout(told, 100, event) : told)
    }
  })

/** What a change says. That it is tried now and then, in vain without a network, is left out. */
const saidIn = ({ mid, seq, op, opV, id, base, args, open }: OutboxOp) => ({ mid, seq, op, opV, id, base, args, open })
const keptOf = async (id: number) => {
  const [ops, queue, rows, drafts] = await Promise.all([
    readStore(page, 'outbox'),
    readStore(page, 'meta', 'outbox'),
    readStore(page, 'rec_dealerBranch', id),
    readStore(page, 'drafts'),
  ])
  return { ops: (ops as OutboxOp[]).map(saidIn), queue, rows, drafts: JSON.stringify(drafts) }
}
type Kept = Awaited<ReturnType<typeof keptOf>>
const lastNumber = ({ queue }: Kept) => (queue as { value: QueueState }[])[0]?.value.last ?? 0
/** Which parts of a save are kept: the change, its number, the record with it, and that it is no draft any more. */
const partsOf = (typed: string, before: Kept, after: Kept) => ({
  change: after.ops.some(({ args }) => args.note === typed),
  number: lastNumber(after) > lastNumber(before),
  record: (after.rows as { row: Branch }[])[0]?.row.note === typed,
  draftOver: !after.drafts.includes(typed),
})
const NONE = { change: false, number: false, record: false, draftOver: false }
const ALL = { change: true, number: true, record: true, draftOver: true }

it('keeps a change whole or not at all, whichever of its writes goes wrong or comes too late, and the form with it', async () => {
  const made = await makeBranch('Whole')
  await breakable()
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
  await context.setOffline(true)
  /** Types something, and saves it in a page in which that goes wrong. */
  const saveBroken = async (fault: Fault) => {
    await openForm(made.id)
    const typed = `${fault.store} ${fault.how}`
    await note().fill(typed)
    await expect.poll(async () => (await keptOf(made.id)).drafts).toContain(typed)
    const before = await keptOf(made.id)
    await page.evaluate(fault => globalThis.breakNext(fault), fault)
    await page.keyboard.press('Control+s')
    await page.getByText('This device could not read its own store. Reload the page and try again.').waitFor()
    expect(await note().inputValue()).toBe(typed)
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/^console: .*(Refused by the test|Error)/)])
    await page.reload()
    await note().waitFor()
    return { typed, before, after: await keptOf(made.id) }
  }
  const faults: Fault[] = [
    { store: 'outbox', how: 'is refused' },
    { store: 'rec_dealerBranch', how: 'is refused' },
    { store: 'drafts', how: 'is refused' },
    { store: 'rec_dealerBranch', how: 'fails' },
    { store: 'meta', how: 'ends it' },
    { store: 'rec_dealerBranch', how: 'finds it over' },
  ]
  for (const fault of faults) {
    const { typed, before, after } = await saveBroken(fault)
    expect(partsOf(typed, before, after), typed).toEqual(NONE)
    expect(after).toEqual(before)
    await expect.poll(() => note().inputValue()).toBe(typed)
    await page.keyboard.press('Control+s')
    await page.getByText('Saved on this device').first().waitFor()
    await expect.poll(async () => partsOf(typed, before, await keptOf(made.id))).toEqual(ALL)
  }
  // One that was committed half way would be seen.
  const half = await saveBroken({ store: 'rec_dealerBranch', how: 'finds it committed' })
  expect(partsOf(half.typed, half.before, half.after)).toEqual({ ...ALL, record: false })
})

it('asks before a photo is lost for which the device had no room', async () => {
  const made = await makeBranch('Photo')
  // Before anything is stored: the browser goes by what it has found for a while.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 48_000_000 })
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
  await page.goto(`${url}/dealer-branch/dealer-branch-details/${made.id}?tab=files`)
  await page.getByText('No files yet').waitFor()
  await page.route('**/api/dealer-branch/*/files', route => route.abort('connectionreset'))
  // Room for what is said of it, and not for itself, whatever else is thrown off.
  const buffer = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(46_000_000), Buffer.from('\n%%EOF')])
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'manual.pdf', mimeType: 'application/pdf', buffer }])
  await page.getByText('Waits to be sent: keep this page open').waitFor()
  const signOut = async () => {
    await page
      .getByRole('button', { name: /^Account/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  const question = page.getByText('1 photo or file found no room on this device and is lost when you sign out.')
  await question.waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()

  await page.unroute('**/api/dealer-branch/*/files')
  await expect
    .poll(
      async () => (await admin.need<{ files: { received: null }[] }>('GET', `/dealer-branch/${made.id}/files`)).files,
    )
    .toMatchObject([{ name: 'manual.pdf', received: null }])
  await page.getByRole('link', { name: /Unsent|Sending/ }).waitFor({ state: 'detached' })
  await signOut()
  await page.waitForURL(/\/sign-in/)
})

it('says that the browser removed what was kept here, and loads all of it again', async () => {
  const made = await makeBranch('Cleared')
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
  await openForm(made.id)
  await context.setOffline(true)
  await note().fill('lost with the rest')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' })
  await page.getByText('The browser removed the data on this device').waitFor()
  await page.getByText('Work that had not been sent may be missing.').waitFor()

  // Without a server nobody knows who this is; as soon as there is one, the page goes on by itself.
  await page.reload()
  await page.getByRole('heading', { name: 'This device does not know you yet' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: made.name }).waitFor()
  // Others make branches too: it may stand far down.
  await page.goto(`${url}/dealer-branch/dealer-branch-list?q=${encodeURIComponent(made.name)}`)
  await page.getByRole('grid').getByText(made.name).waitFor()
  expect((await branch(made.id)).note).toBe(null)
  // The device takes work again.
  await openForm(made.id)
  await context.setOffline(true)
  await note().fill('typed once more')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  await context.setOffline(false)
  await expect.poll(async () => (await branch(made.id)).note).toBe('typed once more')
})

/** As a browser does that is short of room: all of an origin goes at once, and its cookies stay. */
const evict = () =>
  devtools.send('Storage.clearDataForOrigin', {
    origin: url,
    storageTypes: 'file_systems,indexeddb,local_storage,websql,service_workers,cache_storage',
  })
const nameOf = () =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open('caredesk-device')
      request.addEventListener('success', () => resolve(request.result))
    })
    const entry = await new Promise<{ value: string }>(resolve => {
      const request = db.transaction('entries').objectStore('entries').get('deviceId')
      request.addEventListener('success', () => resolve(request.result as { value: string }))
    })
    db.close()
    return entry.value
  })

it('says that work was lost where everything is gone at once, because the server remembers it', async () => {
  const made = await makeBranch('Evicted')
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
  const name = await nameOf()
  await openForm(made.id)
  // The device can say that something waits on it, and cannot send it.
  await context.route('**/api/sync/push', route => route.abort('internetdisconnected'))
  const said = page.waitForRequest(request => new URL(request.url()).searchParams.get('unsent') === '1')
  await note().fill('lost with the rest')
  await page.keyboard.press('Control+s')
  await (await said).response()
  await page.goto('about:blank')
  await evict()
  await context.unroute('**/api/sync/push')
  await signIn(page, url, me, PASSWORD)
  await page.getByText('Work that had not been sent may be missing.').waitFor()
  expect(await nameOf()).toBe(name)
  // Once: whoever looks again is not told again.
  await page.reload()
  await page.getByText('Up to date').waitFor()
  expect(await page.getByText('Work that had not been sent may be missing.').count()).toBe(0)
})

it('begins anew where everything of it is gone, even who was signed in', async () => {
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
  await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
  await page.reload()
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
  await context.setOffline(true)
  await page.goto(`${url}/dealer-branch/dealer-branch-list`)
  await page.getByRole('grid').waitFor()
})
