import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { complaintsOf, go, launch, signIn, withoutWorker } from '../support/browser.ts'
import { cameraOf, reads, tablet, tracksOn, watchCamera } from '../support/camera.ts'
import { codeOf, film, fromTheSide, scene, seeing } from '../support/clips.ts'

/** The camera of the scanner: how it asks, what it says, when it is given back. */
const url = inject('productUrl')
const TEXT = 'SN-KWP24-118219'
let folder: string
let browser: Browser
let page: Page
let complaints: string[]
const requests: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caredesk-camera-'))
  const picture = await scene([{ picture: await codeOf(TEXT, 360), left: 460, top: 180 }])
  browser = await launch(seeing(await film(join(folder, 'code.mjpeg'), [picture, picture])))
  const context = await browser.newContext({ ...withoutWorker, ...tablet })
  context.on('request', request => requests.push(request.url()))
  await watchCamera(context)
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, url)
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = async () => {
  await go(page, '/scanner')
  await cameraOf(page, 'live').waitFor()
}
const set = (name: string, value: unknown) =>
  page.evaluate(([name, value]) => void Object.assign(globalThis, { [name as string]: value }), [name, value])
/** The page is hidden, or seen again: a browser without a window does neither by itself. */
const show = (state: 'hidden' | 'visible') =>
  page.evaluate(state => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
const ended = () => expect.poll(() => tracksOn(page).then(all => new Set(all))).toEqual(new Set(['ended']))

describe('a code before the camera', () => {
  it('is read by a decoder of our own, and no request leaves', async () => {
    const wasm = page.waitForResponse('**/*.wasm')
    await page.goto(`${url}/scanner`)
    // Allowed by the browser: nothing is said before.
    await cameraOf(page, 'live').waitFor()
    await reads(page, TEXT)
    // Compiled while it comes, which a browser does for this kind alone.
    expect((await wasm).headers()).toMatchObject({ 'content-type': 'application/wasm', 'content-encoding': 'br' })
    expect(requests.filter(address => !address.startsWith(url) && !address.startsWith('blob:'))).toEqual([])
    expect(complaints).toEqual([])
  })

  it('is read by the other decoder where WebAssembly is refused', async () => {
    const other = await page.context().newPage()
    let refused = 0
    await other.route('**/*.wasm', route => {
      refused += 1
      return route.abort()
    })
    const plain = other.waitForResponse(/\/plain-reader[^/]*\.js$/)
    await other.goto(`${url}/scanner`)
    await reads(other, TEXT)
    expect([refused > 0, (await plain).ok()]).toEqual([true, true])
    await other.close()
  })
})

describe('the camera is given back', () => {
  it('when the page is left, and by the way back', async () => {
    await open()
    await go(page, '/home')
    await ended()
    await page.goBack()
    await cameraOf(page, 'live').waitFor()
    await page.goForward()
    await page.waitForURL(/home$/)
    await ended()
  })

  it('when nobody looks, and is opened again when somebody does', async () => {
    await open()
    await show('hidden')
    await ended()
    await show('visible')
    await cameraOf(page, 'live').waitFor()
    await reads(page, TEXT)
    await page.evaluate(() => void dispatchEvent(new Event('pagehide')))
    await ended()
    // A phone may say by this alone that it is seen again.
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
    await cameraOf(page, 'live').waitFor()
    // Not opened anew while it lives.
    const { length } = await tracksOn(page)
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
    await reads(page, TEXT)
    expect(await tracksOn(page)).toHaveLength(length)
    await go(page, '/home')
  })

  it('when it was left before it opened', async () => {
    await page.evaluate(() => {
      const cameraWaits = new Promise<void>(resolve => Object.assign(globalThis, { cameraComes: resolve }))
      Object.assign(globalThis, { cameraWaits })
    })
    const { length } = await tracksOn(page)
    await go(page, '/scanner')
    await cameraOf(page, 'asking').waitFor()
    await expect.poll(() => tracksOn(page)).toHaveLength(length + 1)
    await go(page, '/home')
    await page.evaluate('window.cameraComes()')
    await ended()
    await set('cameraWaits', null)
  })

  it('when it was unplugged, which is said, and a press opens it again', async () => {
    await open()
    await page.evaluate(`(() => {
      const track = window.cameraTracks.at(-1)
      track.stop()
      track.dispatchEvent(new Event('ended'))
    })()`)
    await page.getByRole('heading', { name: 'The camera is in use or was unplugged' }).waitFor()
    await ended()
    await page.getByRole('button', { name: 'Try again' }).click()
    await cameraOf(page, 'live').waitFor()
    await reads(page, TEXT)
    await go(page, '/home')
  })
})

describe('what is said where there is no picture', () => {
  it.each([
    ['NotFoundError', 'There is no camera here'],
    ['NotReadableError', 'The camera is in use or was unplugged'],
    ['TypeError', 'The camera did not start'],
  ])('%s: %s', async (name, title) => {
    await set('cameraRefuses', name)
    await go(page, '/scanner')
    await page.getByRole('heading', { name: title }).waitFor()
    await set('cameraRefuses', null)
    await page.getByRole('button', { name: 'Try again' }).click()
    await cameraOf(page, 'live').waitFor()
    await go(page, '/home')
  })

  it('not asked yet, not allowed, blocked, and allowed in the settings after all', async () => {
    const asking = await launch(['--use-fake-device-for-media-stream'])
    const context = await asking.newContext({ ...withoutWorker, ...tablet })
    await watchCamera(context)
    const other = await context.newPage()
    await signIn(other, url)
    const session = await asking.newBrowserCDPSession()
    const { targetInfo } = await (await context.newCDPSession(other)).send('Target.getTargetInfo')
    const say = (setting: 'prompt' | 'denied' | 'granted') =>
      session.send('Browser.setPermission', {
        permission: { name: 'camera' },
        setting,
        origin: url,
        ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
      })
    await say('prompt')
    await other.goto(`${url}/scanner`)
    await other.getByRole('heading', { name: 'Read codes with the camera' }).waitFor()
    expect(await other.evaluate('window.seenByCamera.askedAt')).toBe(0)
    // Nobody is there to answer, which is a refusal.
    await other.getByRole('button', { name: 'Turn on the camera' }).click()
    await other.getByRole('heading', { name: 'The camera was not allowed' }).waitFor()
    await say('denied')
    await other.getByRole('button', { name: 'Try again' }).click()
    await other.getByRole('heading', { name: 'The camera is blocked for this app' }).waitFor()
    await say('granted')
    await cameraOf(other, 'live').waitFor()
    await asking.close()
  })

  it('an address without protection', async () => {
    const other = await page.context().newPage()
    await other.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
    await other.goto(`${url}/scanner`)
    await other.getByRole('heading', { name: 'The camera needs a secure address' }).waitFor()
    await other.close()
  })
})

describe('light, zoom and the choice of a camera', () => {
  it('are offered where there is one, do what they say, and the choice is remembered on the device', async () => {
    const other = await page.context().newPage()
    await other.addInitScript(() => {
      const asked: unknown[] = []
      Object.assign(globalThis, { asked })
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true, zoom: { min: 1, max: 3 } }) as object
      MediaStreamTrack.prototype.applyConstraints = async wished => void asked.push(wished?.advanced?.[0])
      const devices = navigator.mediaDevices
      const named = (deviceId: string, label: string) => ({ kind: 'videoinput', deviceId, label }) as MediaDeviceInfo
      devices.enumerateDevices = async () => [named('wide', 'Back camera, wide'), named('near', 'Back camera, near')]
      const own = devices.getUserMedia.bind(devices)
      devices.getUserMedia = async wished => {
        asked.push(wished?.video)
        const stream = await own({ video: true })
        const isNear = JSON.stringify(wished?.video).includes('"near"')
        // What is kept of a camera is kept under its name.
        const label = { value: `Back camera, ${isNear ? 'near' : 'wide'}` }
        for (const track of stream.getVideoTracks()) Object.defineProperty(track, 'label', label)
        return stream
      }
    })
    await other.goto(`${url}/scanner`)
    await cameraOf(other, 'live').waitFor()
    const light = other.getByRole('button', { name: 'Light' })
    await light.click()
    await other.getByRole('button', { name: 'Light', pressed: true }).waitFor()
    await light.click()
    await other.getByRole('button', { name: 'Zoom, now 1 times' }).click()
    await other.getByRole('button', { name: 'Zoom, now 2 times' }).waitFor()
    await other.getByRole('button', { name: 'Choose a camera' }).click()
    await other.getByRole('menuitem', { name: 'Back camera, near' }).click()
    const asked = () => other.evaluate<unknown[]>('window.asked')
    await expect.poll(asked).toHaveLength(5)
    expect(await asked()).toMatchObject([
      { facingMode: 'environment' },
      { torch: true },
      { torch: false },
      { zoom: 2 },
      { deviceId: { exact: 'near' } },
    ])
    await other.reload()
    await cameraOf(other, 'live').waitFor()
    expect(await asked()).toMatchObject([{ deviceId: { exact: 'near' } }])
    await other.close()
  })
})

describe('held upright or across', () => {
  it('the frame lies in the picture, and photo and typing are in reach', async () => {
    await open()
    for (const viewport of [{ width: 820, height: 1_180 }, { width: 390, height: 844 }, tablet.viewport]) {
      await page.setViewportSize(viewport)
      const boxOf = async (found: Locator) => (await found.boundingBox())!
      const picture = await boxOf(page.locator('[data-camera] video'))
      const frame = await boxOf(page.locator('[data-camera] video + [aria-hidden]'))
      const [photo, field] = [
        page.getByRole('button', { name: 'Photo', exact: true }),
        page.getByRole('textbox', { name: 'Scan or type a code' }),
      ]
      expect(frame.width).toBeGreaterThan(picture.width / 4)
      expect(frame.x).toBeGreaterThanOrEqual(picture.x)
      expect(frame.x + frame.width).toBeLessThanOrEqual(picture.x + picture.width)
      expect(frame.y).toBeGreaterThanOrEqual(picture.y)
      expect(frame.y + frame.height).toBeLessThanOrEqual(picture.y + picture.height)
      for (const way of [photo, field]) {
        const { y, height } = await boxOf(way)
        expect(y + height).toBeLessThanOrEqual(viewport.height)
      }
    }
    await go(page, '/home')
  })
})

describe('a photo', () => {
  const choose = async (name: string, buffer: Buffer) => {
    const mimeType = 'image/jpeg'
    await page.locator('[data-camera] input[type=file]:not([capture])').setInputFiles({ name, mimeType, buffer })
  }

  it('is read, with the separators that stand in its code', async () => {
    await set('cameraRefuses', 'NotFoundError')
    await go(page, '/scanner')
    const done = reads(page, 'SN-PHOTO-1')
    await choose('label.jpg', await fromTheSide(await codeOf('SN-PHOTO-1', 420)))
    await done
    const raw = reads(page, '0109504000059101211A\u001d10B2')
    await choose(
      'gs1.jpg',
      await scene([
        { picture: await codeOf('(01)09504000059101(21)1A(10)B2', 300, 'gs1datamatrix'), left: 400, top: 200 },
      ]),
    )
    await raw
  })

  it('with several codes asks which one, with none says what helps, and what is no photo is said', async () => {
    const [one, two] = await Promise.all([codeOf('LEFT', 260), codeOf('RIGHT', 260)])
    await choose(
      'two.jpg',
      await scene([
        { picture: one, left: 160, top: 200 },
        { picture: two, left: 700, top: 200 },
      ]),
    )
    const which = page.getByRole('group', { name: 'There are several codes in this photo. Which one is it?' })
    await which.waitFor()
    expect(await which.getByRole('button').allTextContents()).toEqual(['RIGHT', 'LEFT'])
    await which.getByRole('button', { name: 'LEFT' }).click()
    await which.waitFor({ state: 'detached' })
    await choose('none.jpg', await scene([], { noise: 12 }))
    await page.getByText('There is no code in this photo that can be read.').waitFor()
    await choose('words.jpg', Buffer.from('This is a letter.'))
    await page.getByText('This file is no picture that can be shown here.').waitFor()
    expect(complaints).toEqual([])
  })
})
