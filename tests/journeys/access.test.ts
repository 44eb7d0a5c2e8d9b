import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { complaintsOf, launch, share, signIn, withoutWorker } from '../support/browser.ts'
import { startProduct, type Product } from '../support/process.ts'

/** How people come in, what they are let do, and how that changes while they work. */
let product: Product
let browser: Browser
let admin: Api
beforeAll(async () => {
  product = await startProduct({
    env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', DRAIN_SECONDS: '0', REQUESTS_PER_MINUTE: '0' },
  })
  browser = await launch()
  admin = await apiAs(product.url, 'admin', 'caredesk-demo-admin')
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

let contexts: BrowserContext[]
let complaints: string[][]
beforeEach(() => {
  contexts = []
  complaints = []
})
afterEach(async () => {
  await Promise.all(contexts.map(context => context.close()))
  expect(complaints.flat()).toEqual([])
})
const device = async (): Promise<Page> => {
  const context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 900 } })
  contexts.push(context)
  const page = await context.newPage()
  complaints.push(complaintsOf(page))
  return page
}
const enter = async (username: string, password = PASSWORD): Promise<Page> => {
  const page = await device()
  await signIn(page, product.url, username, password)
  return page
}
const asAdmin = () => enter('admin', 'caredesk-demo-admin')
/** What is asked before anything that reaches far. */
const confirm = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  await dialog.getByLabel('Your password').fill('caredesk-demo-admin')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}
const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)

describe('coming in', () => {
  it('a stranger asks for an account, waits, and is in as soon as somebody lets them', async () => {
    const stranger = await device()
    await stranger.goto(`${product.url}/dealer-branch/dealer-branch-list`)
    await stranger.getByRole('link', { name: 'Ask for one' }).click()
    await stranger.getByLabel('Your name').fill('Noor Stranger')
    await stranger.getByLabel('Username').fill('noor.stranger')
    await stranger.getByLabel('E-mail').fill('noor@example.com')
    await stranger
      .getByLabel(/^(New )?[Pp]assword/)
      .first()
      .fill('password1234')
    await stranger.getByRole('button', { name: 'Send the request' }).click()
    // Too easily guessed: said beside the field, and nothing that was typed is lost.
    await stranger.locator('[aria-invalid=true]').first().waitFor()
    expect(await stranger.getByLabel('Your name').inputValue()).toBe('Noor Stranger')
    await stranger
      .getByLabel(/^(New )?[Pp]assword/)
      .first()
      .fill(PASSWORD)
    await stranger.getByRole('button', { name: 'Send the request' }).click()
    await stranger.getByRole('heading', { name: 'Your account waits for approval' }).waitFor()
    const kept = await stored(stranger)
    expect(Object.keys(JSON.parse(kept.sessionUser ?? '{}') as object).toSorted()).toEqual(
      ['avatar', 'email', 'notification_permission', 'permissions', 'status_permission', 'username'].toSorted(),
    )
    expect(JSON.parse(kept.sessionUser ?? '{}')).toMatchObject({ username: 'noor.stranger', permissions: [] })

    const desk = await asAdmin()
    await desk.goto(`${product.url}/users/user-list`)
    await desk
      .getByRole('listitem')
      .filter({ hasText: 'Noor Stranger' })
      .getByRole('button', { name: 'Review' })
      .click()
    const dialog = desk.getByRole('dialog', { name: 'Noor Stranger asks for an account' })
    await dialog.getByRole('combobox').first().fill('Desk')
    await desk.getByRole('option', { name: /^Desk/ }).first().click()
    await desk.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Let them in' }).click()
    await confirm(desk)
    await desk.getByText('Noor Stranger can work now').first().waitFor()

    await stranger.getByRole('heading', { level: 1, name: 'Dealer branches' }).waitFor()
  })

  it('an invited person chooses a password with the link that the administrator hands over, once', async () => {
    const desk = await asAdmin()
    await desk.goto(`${product.url}/users/user-create`)
    await desk.getByLabel('Name', { exact: true }).fill('Lata Invited')
    await desk.getByLabel('Username').fill('lata.invited')
    await desk.getByLabel('E-mail').fill('lata@example.com')
    await desk.getByRole('button', { name: 'Save and invite' }).click()
    await confirm(desk)
    const dialog = desk.getByRole('dialog', { name: 'Give this link to Lata Invited' })
    const link = await dialog.getByLabel('Link').inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const invited = await device()
    await invited.goto(link)
    await invited.getByRole('heading', { name: 'Welcome, Lata Invited' }).waitFor()
    expect(invited.url()).not.toContain('token')
    await invited.getByLabel('New password').fill(PASSWORD)
    await invited.getByRole('button', { name: 'Set the password' }).click()
    await invited.getByText('Your password is set').waitFor()
    await invited.getByLabel('Username or e-mail').fill('lata@example.com')
    await invited.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await invited.getByRole('button', { name: 'Sign in', exact: true }).click()
    await invited.waitForURL(/\/home$/)

    const again = await device()
    await again.goto(link)
    await again.getByRole('heading', { name: 'This link opens nothing' }).waitFor()
  })

  it('the answer of an empty server is told in the words of the client', async () => {
    const page = await device()
    await page.route('**/api/auth/sign-in', route => route.fulfill({ status: 200, json: null }))
    await page.goto(`${product.url}/sign-in`)
    await page.getByLabel('Username or e-mail').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('whatever it is')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Unable to sign in', { exact: true }).first().waitFor()
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe('admin')
    expect((await stored(page)).token).toBeUndefined()
  })

  it.each([['token'], ['signedIn']])('whoever has lost the %s alone is a visitor', async key => {
    const page = await enter('desk', 'caredesk-demo-desk')
    await page.evaluate(name => localStorage.removeItem(name), key)
    await page.goto(`${product.url}/dealer-branch/dealer-branch-list`)
    await page.waitForURL(/\/sign-in\?redirectUrl=%2Fdealer-branch%2Fdealer-branch-list$/)
  })

  it('somebody who is signed in goes home from a page of visitors, from the root and from no page at all', async () => {
    const page = await enter('desk', 'caredesk-demo-desk')
    for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/reset-password', '/', '/no/such/page']) {
      await page.goto(product.url + path)
      await page.waitForURL(/\/home$/)
    }
  })
})

describe('rights that change while somebody works', () => {
  it('open and close pages and actions within seconds, and a forged list of rights is put right', async () => {
    const role = await makeRole(admin, 'Branch reader', ['52-a', '52-d'])
    await makePerson(product.url, admin, 'reader', [role.id])
    const page = await enter('reader')
    await page.goto(`${product.url}/dealer-branch/dealer-branch-list`)
    await page.getByRole('link', { name: 'Pune service centre' }).first().waitFor()
    expect(await page.getByRole('link', { name: /^New branch/ }).count()).toBe(0)

    const more = await admin.need<{ version: number }>(
      'PATCH',
      `/role/${role.id}`,
      { permissions: ['52-a', '52-b', '52-d'] },
      role.version,
    )
    await page.getByRole('link', { name: /^New/ }).first().waitFor()

    await admin.need('PATCH', `/role/${role.id}`, { permissions: ['100-a'] }, more.version)
    await page.waitForURL(/\/access-denied$/)
    expect(await page.locator('main').textContent()).not.toContain('Pune service centre')

    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('sessionUser') ?? '{}') as { permissions: string[] }
      localStorage.setItem('sessionUser', JSON.stringify({ ...user, permissions: ['52-a', '60-a', '61-a'] }))
    })
    await page.goto(`${product.url}/users/user-list`)
    await page.waitForURL(/\/access-denied$/)
    expect(JSON.parse((await stored(page)).sessionUser ?? '{}')).toMatchObject({ permissions: ['100-a'] })
  })

  it('a person who is switched off is signed out, told why, and cannot come back', async () => {
    const made = await makePerson(product.url, admin, 'leaving', [])
    const page = await enter('leaving')
    const { version } = await admin.need<{ version: number }>('GET', `/user/${made.id}`)
    await admin.need('POST', `/user/${made.id}/switch-off`.replace('switch-off', 'switchOff'), undefined, version)
    await page.waitForURL(/\/sign-in/)
    await page.getByText(/switched off/i).waitFor()
    await page.getByLabel('Username or e-mail').fill('leaving')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page
      .getByText(/^Unable to sign in/)
      .first()
      .waitFor()
  })
})

describe('a shared device', () => {
  it('locks itself after the minutes of the general setting, hides everything, and gives it back with the password', async () => {
    const page = await device()
    await page.clock.install()
    await signIn(page, product.url, 'desk', 'caredesk-demo-desk')
    await share(page, product.url)
    await page.goto(`${product.url}/dealer-branch/dealer-branch-create`)
    await page.getByLabel('Name', { exact: true }).fill('Half a branch')
    await page.clock.fastForward('11:00')
    await page.getByRole('heading', { name: 'Locked' }).waitFor()
    expect(await page.title()).toMatch(/^Locked/)
    expect(
      await page
        .getByText('New branch')
        .isVisible()
        .catch(() => false),
    ).toBe(false)
    await page.getByLabel(/^Password of/).fill('not the password')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByText(/4 tries are left/).waitFor()
    await page.getByLabel(/^Password of/).fill('caredesk-demo-desk')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a branch')
  })

  it('is handed over in two taps, with nothing of the person before', async () => {
    const page = await enter('desk', 'caredesk-demo-desk')
    await page
      .getByRole('button', { name: /^Account/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: /^Lock/ }).click()
    await page.getByRole('heading', { name: 'Locked' }).waitFor()
    await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
    await page.getByRole('button', { name: /^Sign .* out$/ }).click()
    await page.waitForURL(/\/sign-in/)
    await page.getByLabel('Username or e-mail').waitFor()
    expect(JSON.stringify(await stored(page))).not.toMatch(/rohan|desk@/i)
    await signIn(page, product.url, 'warehouse', 'caredesk-demo-warehouse')
  })
})
