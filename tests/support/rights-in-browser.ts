import type { BrowserContext, Page, Request } from 'playwright-core'
import { pages } from '#src/app/pages.tsx'
import { makePerson, makeRole, PASSWORD, type Api } from './api.ts'
import { signIn } from './browser.ts'

/** Every page behind the sign-in, and those of them that name a right. */
export const routes = pages
  .map(({ handle }) => handle)
  .filter(({ path }) => path !== '/access-denied' && !path.startsWith('/dev/'))
export const guardedRoutes = routes.filter(({ codes }) => codes.length > 0)

export type Visitor = {
  page: Page
  /** The person's rights from here on. The open app is told of them. */
  hold(permissions: readonly string[]): Promise<void>
  /** Where a page is, of a record that is there. */
  addressOf(path: string): string
  where(): string
  /** What was asked of the server for the open page since this was emptied. */
  asked: string[]
}

/** Somebody at the open app whose rights a test gives and takes. */
export async function visitorIn(context: BrowserContext, url: string, admin: Api, username: string): Promise<Visitor> {
  let role = await makeRole(admin, `Only what ${username} is given`, [])
  const person = await makePerson(url, admin, username, [role.id])
  const page = await context.newPage()
  const asked: string[] = []
  /** What the app itself asked last, and what came of it: news of rights come by it. */
  const ofApp: string[] = []
  const note = (request: Request, what: string) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    ofApp.push(`${new Date().toISOString().slice(17, 23)} ${pathname} ${what}`)
    ofApp.splice(0, ofApp.length - 40)
  }
  page.on('request', request => note(request, 'asked'))
  page.on('requestfailed', request => note(request, request.failure()?.errorText ?? 'failed'))
  page.on('response', answer => note(answer.request(), String(answer.status())))
  page.on('console', message => ofApp.push(message.text().slice(0, 200)))
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    // Who somebody is, what the device keeps and the live connection are the app's, whatever page is open.
    const isOfApp = /^\/api\/(auth\/me|sync\/\w+|live\/ticket)$/.test(pathname)
    if (pathname.startsWith('/api/') && !isOfApp) asked.push(pathname)
  })
  await signIn(page, url, username, PASSWORD)
  return {
    page,
    asked,
    addressOf: path => path.replace(':id', String(person.id)),
    where: () => new URL(page.url()).pathname,
    async hold(permissions) {
      role = await admin.need('PATCH', `/role/${role.id}`, { permissions }, role.version)
      const told = page.waitForFunction(
        expected => {
          const { permissions } = JSON.parse(localStorage.getItem('sessionUser') ?? '{}') as { permissions: string[] }
          return JSON.stringify(permissions.toSorted()) === expected
        },
        JSON.stringify([...permissions].toSorted()),
      )
      await told.catch((error: unknown) => {
        throw new Error(`The open app was not told of ${permissions.join()}:\n${ofApp.join('\n')}`, { cause: error })
      })
      // The open page may be one of those that are not theirs any more: it goes before another one is asked for.
      await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    },
  }
}
