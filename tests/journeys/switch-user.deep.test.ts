import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { complaintsOf, controlled, launch, share, signIn } from '../support/browser.ts'
import { everythingStored } from '../support/stored.ts'

/** Two people take turns at one tablet: two taps lead from one's work to the other's sign-in form. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const [asha, ravi] = [`asha${mark}`, `ravi${mark}`]
const tablet = { width: 820, height: 1180 }

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
let complaints: string[]

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: role } = await makeRole(admin, `Switch ${mark}`, ['52-a', '52-b', '52-c'])
  await makePerson(url, admin, asha, [role])
  await makePerson(url, admin, ravi, [role])
  context = await browser.newContext({ viewport: tablet, hasTouch: true })
  page = await context.newPage()
  complaints = complaintsOf(page)
})
afterAll(() => browser.close())

const username = () => page.getByLabel('Username or e-mail')
const password = () => page.getByLabel('Password', { exact: true })
const openMenu = async () => {
  await page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click()
}
const signOut = async () => {
  await openMenu()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await username().waitFor()
}
const switchTo = async (name: string) => {
  await openMenu()
  await page.getByRole('menuitem', { name: `Switch to ${name}` }).click()
  await formOf(name)
}
const switchAway = async (name: string) => {
  await openMenu()
  await page.getByRole('menuitem', { name: 'Switch user' }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  // Nobody could sign in before there is a connection, which is said before it is done.
  const question = page.getByRole('dialog', { name: 'Sign out without a connection?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await formOf(name)
}
const switchAtLock = async (name: string) => {
  await openMenu()
  await page.getByRole('menuitem', { name: 'Lock now' }).click()
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  await formOf(name)
}
const formOf = async (name: string) => {
  await page.waitForURL(/\/sign-in/)
  await expect.poll(() => username().inputValue()).toBe(name)
  await expect
    .poll(() => password().evaluate(input => input === document.activeElement), {
      message: 'the password has the focus',
    })
    .toBe(true)
}
const typePassword = async () => {
  await password().fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/home$/)
}
const remembered = async (name: string) => {
  await username().fill(name)
  await page.getByLabel('Show my username to everybody who uses this shared device').check()
  await typePassword()
}

it('knows on a shared device who wants to be found, and leads to their sign-in form in two taps', async () => {
  await signIn(page, url, asha, PASSWORD)
  await openMenu()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  // A device of one person has nobody to switch to.
  expect(await page.getByRole('menuitem', { name: /^Switch/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await share(page, url)
  await signOut()
  await remembered(asha)
  await signOut()
  await remembered(ravi)
  await switchTo(asha)
  await typePassword()
  await page
    .getByRole('button', { name: `Account of ${asha}` })
    .first()
    .waitFor()
  await switchAtLock(ravi)
  await typePassword()
  await switchTo(asha)
  await typePassword()
})

it('keeps what is not sent for its person, sealed, also without a connection', async () => {
  const { id } = await admin.need<{ id: number }>('POST', '/dealer-branch', { name: `Turn ${mark}` })
  await controlled(page)
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  const hours = page.getByLabel('Opening hours', { exact: true })
  await hours.waitFor()
  await context.setOffline(true)
  await hours.fill(`Planted ${mark}`)
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  await switchAway(ravi)
  await page.getByText('1 unsent change waits on this device').waitFor()
  expect(await everythingStored(context, page)).not.toContain(`Planted ${mark}`)
  await context.setOffline(false)
  await typePassword()
  await switchTo(asha)
  await typePassword()
  await expect
    .poll(async () => (await admin.need<{ hours: string | null }>('GET', `/dealer-branch/${id}`)).hours)
    .toBe(`Planted ${mark}`)
  expect(complaints).toEqual([])
})
