import type { Page } from 'playwright-core'

type Draft = { key: string; value: { values: Record<string, unknown> } }

/** The drafts of forms on this device whose key begins so. */
export const drafts = (page: Page, start: string): Promise<Draft['value']['values'][]> =>
  page.evaluate(async start => {
    const { name } = (await indexedDB.databases()).find(({ name }) => name?.startsWith('caredesk-u-')) ?? {}
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name!)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error!))
    })
    const rows = await new Promise<Draft[]>(resolve => {
      const request = db.transaction('drafts').objectStore('drafts').getAll()
      request.addEventListener('success', () => resolve(request.result))
    })
    db.close()
    return rows.filter(({ key }) => key.startsWith(start)).map(({ value }) => value.values)
  }, start)

/** Its process dies: nothing in it is told. */
export const kill = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
