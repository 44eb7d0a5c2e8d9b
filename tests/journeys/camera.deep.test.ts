import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { complaintsOf, controlled, launch, signIn, withoutWorker } from '../support/browser.ts'
import { reads, seenOn, tablet, tracksOn, watchCamera } from '../support/camera.ts'
import { codeOf, film, flashing, fromTheSide, scene, seeing, turned, type Placed } from '../support/clips.ts'

/** Films as a phone would see them, made here, read by the scanner itself. */
const url = inject('productUrl')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caredesk-clips-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the scanner in front of the film, and does what is to be done there. */
async function scanning(
  name: string,
  pictures: readonly Buffer[],
  run: (page: Awaited<ReturnType<typeof opened>>) => Promise<void>,
) {
  const browser = await launch(seeing(await film(join(folder, `${name}.mjpeg`), pictures)))
  try {
    await run(await opened(browser))
  } finally {
    await browser.close()
  }
}
async function opened(browser: Awaited<ReturnType<typeof launch>>) {
  const context = await browser.newContext({ ...withoutWorker, ...tablet })
  await watchCamera(context)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await signIn(page, url)
  await page.goto(`${url}/scanner`)
  return Object.assign(page, { complaints })
}

const still = (picture: Buffer) => Array.from({ length: 10 }, () => picture)
const middle = (picture: Buffer): Placed => ({ picture, left: 430, top: 150 })

it('reads a code that is moved and turned in front of the camera', async () => {
  const text = 'https://care.example/s/AB12CD34'
  const code = await codeOf(text, 320)
  const moves = Array.from({ length: 30 }, async (_, step) => {
    const angle = Math.sin((2 * Math.PI * step) / 30)
    const picture = await turned(code, 34 * angle)
    return scene([{ picture, left: 440 + 200 * angle, top: 130 + 60 * angle }], { noise: 12, blur: 1 })
  })
  await scanning('moving', await Promise.all(moves), async page => {
    await reads(page, text)
    const { codes } = await seenOn(page)
    expect(new Set(codes.map(code => code.text))).toEqual(new Set([text]))
    expect(page.complaints).toEqual([])
  })
})

it.each([
  ['from the side in a dim room', 'dim', (code: Buffer) => fromTheSide(code)],
  ['out of focus', 'blurred', (code: Buffer) => scene([middle(code)], { blur: 6 })],
])('reads a code %s', async (_, name, draw) => {
  const text = 'SN-KWP24-118219'
  await scanning(name, still(await draw(await codeOf(text, 420))), async page => {
    await reads(page, text)
    expect((await seenOn(page)).codes[0]).toMatchObject({ text, format: 'QRCode' })
  })
})

it.each([
  ['lying', 0],
  ['standing', 90],
])('reads a bar code that is %s', async (name, degrees) => {
  const text = '3521A1B2C34417'
  const bars = await turned(await codeOf(text, 560, 'code128'), degrees)
  const picture = await scene([{ picture: bars, left: degrees === 0 ? 360 : 520, top: degrees === 0 ? 220 : 80 }], {
    noise: 8,
  })
  await scanning(name, still(picture), async page => {
    await reads(page, text)
    expect((await seenOn(page)).codes[0]).toMatchObject({ text, format: 'Code128' })
  })
})

it('catches at least five of six codes that each are before it for a fifth of a second', async () => {
  const { pictures, lasts } = await flashing(Array.from({ length: 6 }, (_, one) => `GLIMPSE-${one}`))
  await scanning('glimpses', pictures, async page => {
    // The film begins when the camera opens, and is seen through once.
    const from = await page.waitForFunction(
      () => (Reflect.get(globalThis, 'seenByCamera') as { openedAt: number }).openedAt,
    )
    const opened = await from.jsonValue()
    await page.waitForFunction(until => performance.now() > until, opened + lasts)
    const seen = (await seenOn(page)).codes.filter(({ at }) => at <= opened + lasts)
    expect(new Set(seen.map(({ text }) => text)).size).toBeGreaterThanOrEqual(5)
  })
})

it('finds nothing where there is no code', async () => {
  const busy = Array.from({ length: 12 }, async (_, at) => ({
    picture: await codeOf(`${at}`, 60, 'code128'),
    left: 90 * at,
    top: 200 + 30 * (at % 5),
  }))
  // Too small and too blurred to be read: bars and edges, but no code.
  const picture = await scene(await Promise.all(busy), { noise: 20, blur: 3 })
  await scanning('nothing', still(picture), async page => {
    await page.waitForFunction(() => (Reflect.get(globalThis, 'seenByCamera') as { tries: number }).tries > 15)
    expect((await seenOn(page)).codes).toEqual([])
  })
})

it('reads a code without a network on a device where the scanner was never opened before', async () => {
  const text = 'SN-KWP24-118219'
  const path = await film(join(folder, 'offline.mjpeg'), still(await scene([middle(await codeOf(text, 360))])))
  const browser = await launch(seeing(path))
  const context = await browser.newContext(tablet)
  await watchCamera(context)
  const page = await context.newPage()
  await signIn(page, url)
  await controlled(page)
  await context.setOffline(true)
  await page.goto(`${url}/scanner`)
  await reads(page, text)
  await browser.close()
})

it('reads a code into a field of a form, and lets go of the camera', async () => {
  const text = 'SN-KWP24-118219'
  const picture = await scene([middle(await codeOf(text, 360))])
  await scanning('field', still(picture), async page => {
    await page.goto(`${url}/unit/unit-create`)
    const serial = page.getByLabel('Serial number', { exact: true })
    const field = page.locator('[data-field]').filter({ has: serial })
    await field.getByRole('button', { name: 'Read the code with the camera' }).click()
    await expect.poll(() => serial.inputValue()).toBe(text)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(async () => [...new Set(await tracksOn(page))]).toEqual(['ended'])
    expect(page.complaints).toEqual([])
  })
})
