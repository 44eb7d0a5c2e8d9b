import type { Page } from 'playwright-core'
import { readStore } from './queue-in-page.ts'

type Draft = { key: string; value: { values: Record<string, unknown> } }

/** The drafts of forms on this device whose key begins so. */
export const drafts = async (page: Page, start: string): Promise<Draft['value']['values'][]> => {
  const rows = (await readStore(page, 'drafts')) as Draft[]
  return rows.filter(({ key }) => key.startsWith(start)).map(({ value }) => value.values)
}

/** Its process dies: nothing in it is told. */
export const kill = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
