import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { controlled, launchArguments } from '../support/browser.ts'
import { chromiumPath } from '../support/chromium.ts'

const url = inject('productUrl')

it('the browser offers to install the app, and finds nothing wrong with its manifest', async () => {
  // Only a profile that is kept can have apps installed; a private window answers that alone.
  const profile = mkdtempSync(join(tmpdir(), 'caredesk-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    args: launchArguments,
    ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  })
  const page = await context.newPage()
  await page.goto(`${url}/sign-in`)
  await controlled(page)
  const cdp = await context.newCDPSession(page)
  const manifest = await cdp.send('Page.getAppManifest')
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  await context.close()
  rmSync(profile, { recursive: true, force: true })
  expect(manifest.errors).toEqual([])
  expect(installabilityErrors).toEqual([])
  const { icons, shortcuts, ...told } = JSON.parse(manifest.data ?? '{}') as {
    icons: { purpose?: string }[]
    shortcuts: { url: string }[]
  }
  // What is opened by the icon, or from its menu, has a window of its own and stays in it.
  expect(told).toMatchObject({ id: '/', start_url: '/home', scope: '/', display: 'standalone' })
  expect(shortcuts.every(shortcut => shortcut.url.startsWith('/'))).toBe(true)
  expect(icons.some(icon => icon.purpose === 'maskable')).toBe(true)
  expect(shortcuts.length).toBeGreaterThan(0)
})
