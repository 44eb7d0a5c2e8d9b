import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from './api.ts'
import { complaintsOf, controlled, signIn } from './browser.ts'

export type Branch = { id: number; version: number; name: string; hours: string | null }

export type OutboxDevice = Awaited<ReturnType<typeof outboxDevice>>

/** Somebody who keeps branches, at a device that can do without a network; and somebody else who may do the same. */
export async function outboxDevice(browser: Browser, url: string) {
  const mark = randomUUID().slice(0, 6)
  const [me, other] = [`outbox${mark}`, `other${mark}`]
  const admin: Api = await apiAs(url)
  const codes = ['52-a', '52-b', '52-c', '52-d', '50-a', '50-b', '50-c', '50-d']
  const { id: role } = await makeRole(admin, `Outbox ${mark}`, codes, { approves: ['dealerBranch'] })
  await makePerson(url, admin, me, [role])
  await makePerson(url, admin, other, [role])
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page: Page = await context.newPage()
  const complaints = complaintsOf(page)
  await signIn(page, url, me, PASSWORD)
  await controlled(page)

  const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })
  const outbox = () => page.goto(`${url}/outbox`)
  const editOffline = async (id: number, hours: string) => {
    await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
    await page.getByLabel('Opening hours', { exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByLabel('Opening hours', { exact: true }).fill(hours)
    await page.keyboard.press('Control+s')
    // The form is left once the change is in the queue.
    await page.waitForURL(({ pathname }) => !pathname.includes('-edit/'))
  }
  return {
    mark,
    me,
    other,
    admin,
    context,
    page,
    complaints,
    makeBranch,
    outbox,
    editOffline,
    branch: (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`),
    item: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
    card: (name: string) => page.getByRole('article').filter({ hasText: name }),
    /** A change of mine that meets one of the administrator's, made while this device was offline. */
    async clash(name: string): Promise<Branch> {
      const made = await makeBranch(name)
      await editOffline(made.id, 'mine')
      await admin.need('PATCH', `/dealer-branch/${made.id}`, { hours: 'theirs' }, made.version)
      await context.setOffline(false)
      await page
        .getByRole('link', { name: /Needs your decision/ })
        .first()
        .waitFor()
      await outbox()
      return made
    },
  }
}
