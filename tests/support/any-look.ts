import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { barriers, clipped, colourBarriers, cutOff, settle, sideways, wear } from './barriers.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }

/** Everything `within` is seen whole, on this screen. */
async function fits(page: Page, within: string, where: string) {
  await expect.poll(() => sideways(page), { message: where }).toBeNull()
  await expect.poll(() => cutOff(page, within), { message: where }).toEqual([])
}

/**
 * What stands `within` this page keeps nobody out and loses nothing at its edges: light and dark, mirrored in forced colours on
 * a telephone and a tablet, and in words that are two fifths longer. For those the page is loaded anew, in that language; `stand`
 * makes it stand there once more. Afterwards the page is as it was.
 */
export async function standsInAnyLook(page: Page, within: string, stand: () => Promise<unknown>): Promise<void> {
  const desk = page.viewportSize()!
  const address = new URL(page.url())
  const longer = new URL(address)
  longer.searchParams.set('lng', 'en-XA')
  const again = async ({ href }: URL) => {
    await page.goto(href)
    await settle(page)
    await stand()
  }
  expect(await barriers(page), 'light').toEqual([])
  await fits(page, within, 'desk')
  await wear(page, { mode: 'dark' })
  expect(await colourBarriers(page), 'dark').toEqual([])

  await page.emulateMedia({ forcedColors: 'active' })
  await wear(page, { mode: 'light', direction: 'rtl' })
  for (const screen of [TABLET, PHONE]) {
    await page.setViewportSize(screen)
    await fits(page, within, `mirrored, ${screen.width} px`)
  }
  const found = await barriers(page)
  expect(
    found.filter(one => !one.startsWith('color-contrast')),
    'mirrored',
  ).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
  await wear(page, { direction: 'ltr' })

  try {
    await again(longer)
    for (const screen of [PHONE, TABLET, desk]) {
      await page.setViewportSize(screen)
      const where = `long words, ${screen.width} px`
      await fits(page, within, where)
      await expect.poll(async () => (await clipped(page, within)).seen, { message: where }).toBeGreaterThan(3)
      expect((await clipped(page, within)).cut, where).toEqual([])
    }
  } finally {
    // Whatever is tried after this on the same device is written in plain words.
    await page.evaluate(() => localStorage.removeItem('language'))
  }
  await again(address)
}
