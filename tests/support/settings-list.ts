import type { Page } from 'playwright-core'

/** Opens a settings list and waits until its items stand. */
export async function openList(page: Page, url: string, path: string) {
  await page.goto(`${url}/settings/${path}`)
  await page.getByRole('grid').getByRole('row').nth(2).waitFor()
}

/** The items from top to bottom, by the names of their handles. */
export async function labels(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('button', { name: /^Move / })
    .evaluateAll(all => all.map(each => each.getAttribute('aria-label') ?? ''))
  return names.map(name => name.replace(/^Move /, ''))
}
