import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { complaintsOf, launch, signIn } from '../support/browser.ts'
import { drafts, kill } from '../support/drafts.ts'
import { ADMIN_PASSWORD } from '../support/process.ts'

const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const colleague = `draft${mark}`
const newBranch = `${url}/dealer-branch/dealer-branch-create`

let browser: Browser
let context: BrowserContext
let admin: Api
const complaints: string[][] = []

const newPage = async (of = context) => {
  const made = await of.newPage()
  complaints.push(complaintsOf(made))
  return made
}
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const kept = (page: Page) => page.getByText('Draft kept on this device').waitFor()

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: role } = await makeRole(admin, `Drafts ${mark}`, [
    '52-a',
    '52-b',
    '52-c',
    '52-d',
    '121-a',
    '121-b',
    '121-c',
  ])
  await makePerson(url, admin, colleague, [role])
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await newPage()
  await signIn(page, url)
  await page.close()
})
afterAll(async () => {
  await browser.close()
  expect(complaints.flat()).toEqual([])
})

it('gives a draft back to the person who typed it after a forced sign-out, and to nobody else', async () => {
  const page = await newPage()
  const menu = page.getByRole('button', { name: /^Account/ }).first()
  await page.goto(newBranch)
  // Once something is kept, what is typed from there on is kept up to the last key.
  await field(page, 'Note').fill('Before')
  await kept(page)
  await field(page, 'Name').fill(`Secret ${mark}`)
  await context.route('**/api/**', route =>
    route.fulfill({ status: 401, json: { code: 'session-ended', message: 'Over.', requestId: 'x' } }),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.waitForURL(/sign-in/)
  await page.getByText(/drafts of what you were writing, are kept on this device/).waitFor()
  await context.unroute('**/api/**')

  await signIn(page, url, colleague, PASSWORD)
  await page.goto(newBranch)
  await field(page, 'Name').waitFor()
  // What there is of theirs has been looked for by the time that something of their own is kept.
  await field(page, 'Note').fill('Mine')
  await kept(page)
  expect(await field(page, 'Name').inputValue()).toBe('')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText(/A draft of it stays on this device for you alone/).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)

  await signIn(page, url)
  await page.goto(newBranch)
  await page.getByText(/^Draft of/).waitFor()
  expect(await field(page, 'Name').inputValue()).toBe(`Secret ${mark}`)
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect.poll(() => drafts(page, 'dealerBranch:new')).toEqual([])
  await page.close()
})

it('keeps what is typed into two tabs of one form apart, and asks which of the two to go on with', async () => {
  const names = async (page: Page) =>
    (await drafts(page, 'dealerBranch:new')).map(({ name }) => name as string).toSorted()
  const both = [`One ${mark}`, `Two ${mark}`]
  const first = await newPage()
  await first.goto(newBranch)
  await field(first, 'Name').fill(both[0]!)
  await kept(first)
  const second = await newPage()
  await second.goto(newBranch)
  await field(second, 'Name').fill(both[1]!)
  await kept(second)
  expect(await names(second)).toEqual(both)

  // Each tab has its own back.
  first.once('dialog', dialog => void dialog.accept())
  await first.reload()
  await first.getByText(/^Draft of/).waitFor()
  expect(await field(first, 'Name').inputValue()).toBe(both[0])
  expect(await first.getByText(/^There are 2 drafts/).count()).toBe(0)
  await kill(first)
  await kill(second)

  const page = await newPage()
  await page.goto(newBranch)
  await page.getByText('There are 2 drafts of this form.').waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('')
  const one = page
    .getByRole('list', { name: 'Drafts of this form' })
    .getByRole('listitem')
    .filter({ hasText: both[0]! })
  await one.getByRole('button', { name: 'Use draft' }).click()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe(both[0])
  // Whoever took the wrong one loses neither.
  await field(page, 'Note').fill('More')
  await page.getByRole('button', { name: 'Use draft' }).click()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe(both[1])
  expect(await field(page, 'Note').inputValue()).toBe('')
  expect(await names(page)).toEqual(both)
  await page.keyboard.press('Control+s')
  await page.waitForURL(/dealer-branch-details/)
  await page.goto(newBranch)
  await page.getByText(/^Draft of/).waitFor()
  expect(await field(page, 'Name').inputValue()).toBe(both[0])
  expect(await field(page, 'Note').inputValue()).toBe('More')
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect.poll(() => names(page)).toEqual([])
  await page.close()
})

it('brings back a role, a profile and the rows of a settings list after the page has died', async () => {
  const role = await makeRole(admin, `Half ${mark}`, ['52-a'])
  /** Opens a page, types into it what ends with `last`, has it die once that is kept, and opens it again. */
  const back = async (path: string, start: string, last: string, type: (page: Page) => Promise<void>) => {
    const page = await newPage()
    await page.goto(url + path)
    await type(page)
    await expect.poll(async () => JSON.stringify(await drafts(page, start))).toContain(last)
    await kill(page)
    const again = await newPage()
    await again.goto(url + path)
    await again
      .getByText(/^Draft of/)
      .first()
      .waitFor()
    return again
  }
  const gone = (page: Page, start: string) => expect.poll(() => drafts(page, start)).toEqual([])

  const roles = `role:${role.id}#`
  const tick = (page: Page) => page.getByRole('checkbox', { name: 'All of Dealer branches' })
  const editor = await back(`/settings/role-edit/${role.id}`, roles, 'For the desk', async page => {
    await tick(page).check()
    await field(page, 'About').fill('For the desk')
  })
  expect(await field(editor, 'About').inputValue()).toBe('For the desk')
  expect(await tick(editor).isChecked()).toBe(true)
  await editor.getByRole('button', { name: 'Save role' }).click()
  const dialog = editor.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await gone(editor, roles)
  await editor.close()
  const saved = await admin.need<{ about: string; permissions: string[] }>('GET', `/role/${role.id}`)
  expect(saved.about).toBe('For the desk')
  expect(saved.permissions.length).toBeGreaterThan(1)

  const profile = await back('/profile', 'profile#', '41179', page => field(page, 'Phone').fill('98300 41179'))
  expect(await field(profile, 'Phone').inputValue()).toBe('98300 41179')
  await profile.getByRole('button', { name: 'Discard draft' }).click()
  await gone(profile, 'profile#')
  await profile.close()

  const { id } = await admin.need<{ id: number }>('POST', '/list/dead-reason', { label: `Half ${mark}` })
  const row = (page: Page, name: string | RegExp) =>
    page.getByRole('form', { name }).getByRole('textbox', { name: 'Label' })
  const [adding, editing] = [/^Add /, `Edit Half ${mark}`]
  const list = await back('/settings/dead-reason-list', `deadReason:${id}#`, `Whole ${mark}`, async page => {
    await row(page, adding).fill(`New ${mark}`)
    await page.getByRole('button', { name: `Move Half ${mark}` }).focus()
    await page.keyboard.press('F2')
    await row(page, editing).fill(`Whole ${mark}`)
  })
  await expect.poll(() => row(list, editing).inputValue()).toBe(`Whole ${mark}`)
  await expect.poll(() => row(list, adding).inputValue()).toBe(`New ${mark}`)
  for (const [form, label] of [
    [editing, `Whole ${mark}`],
    [adding, `New ${mark}`],
  ] as const) {
    await row(list, form).press('Enter')
    await list.getByRole('grid').getByText(label, { exact: true }).waitFor()
  }
  await gone(list, 'deadReason:')
  await list.close()
})

it('brings back all but the last two seconds of what was typed when the page is killed at ten random moments', async () => {
  const written = async (victim: Page) => ((await drafts(victim, 'dealerBranch:new'))[0]?.note ?? '') as string
  // A browser of its own: its clock is moved by hand.
  const hours = await browser.newContext()
  const first = await hours.newPage()
  await signIn(first, url)
  await first.close()
  await hours.clock.install()
  const words = () => `${randomUUID().slice(0, randomInt(2, 14))} `
  let sure = ''
  let whole = ''
  for (let round = 0; round < 10; round += 1) {
    const victim = await newPage(hours)
    await victim.goto(newBranch, { waitUntil: 'commit' })
    const note = field(victim, 'Note')
    await note.waitFor()
    if (round > 0) {
      await victim.getByText(/^Draft of/).waitFor()
      const back = await note.inputValue()
      expect(back.startsWith(sure)).toBe(true)
      expect(whole.startsWith(back)).toBe(true)
      whole = back
    }
    // The store is open by then: while it opens, half a minute that passes at once is a tab that holds it.
    await victim.getByRole('link', { name: 'Up to date' }).waitFor()
    // From here on the page's time stands still unless it is moved.
    await hours.clock.pauseAt((await victim.evaluate(() => Date.now())) + 30_000)
    await note.focus()
    await victim.keyboard.press('Control+End')
    const type = async (text: string) => {
      await victim.keyboard.type(text, { delay: 0 })
      whole += text
    }
    for (let step = 0; step < 3; step += 1) {
      await type(words())
      await hours.clock.runFor(randomInt(0, 900))
    }
    sure = whole
    await hours.clock.runFor(randomInt(0, 700))
    await type(words())
    // Two seconds after the last key of what must be there.
    await hours.clock.runFor(1_300)
    await expect.poll(() => written(victim)).toSatisfy((text: string) => text.startsWith(sure))
    await kill(victim)
    await hours.clock.resume()
  }
  const last = await newPage(hours)
  await last.goto(newBranch, { waitUntil: 'commit' })
  await last.getByText(/^Draft of/).waitFor()
  const note = field(last, 'Note')
  expect((await note.inputValue()).startsWith(sure)).toBe(true)
  await last.getByRole('button', { name: 'Start empty' }).click()
  expect(await note.inputValue()).toBe('')
  await expect.poll(() => written(last)).toBe('')
  await hours.close()
})
