import type { BrowserContext, Page } from 'playwright-core'

/** What a test knows of the camera of a page: what its decoder read, when, and what that took of the page's own time, in ms. */
export type Seen = {
  codes: { text: string; format: string; at: number }[]
  tries: number
  openedAt: number
  askedAt: number
  spent: number
}

/** The scanner opens its camera by itself where fingers are. */
export const tablet = { viewport: { width: 1_180, height: 820 }, hasTouch: true, isMobile: true }

// As text: a compiled function would refer to helpers that the page does not have.
const WATCH = `(() => {
  const seen = { codes: [], tries: 0, openedAt: 0, askedAt: 0, spent: 0 }
  const timed = run => {
    const from = performance.now()
    try {
      return run()
    } finally {
      seen.spent += performance.now() - from
    }
  }
  const tracks = []
  Object.assign(window, { seenByCamera: seen, cameraTracks: tracks })
  const Own = window.Worker
  window.Worker = class extends Own {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', ({ data }) => {
        seen.tries += 1
        for (const code of data.codes ?? []) seen.codes.push({ ...code, at: performance.now() })
      })
    }
    postMessage(...given) {
      timed(() => super.postMessage(...given))
    }
    addEventListener(kind, listener) {
      super.addEventListener(kind, event => timed(() => listener(event)))
    }
  }
  const video = HTMLVideoElement.prototype
  const later = video.requestVideoFrameCallback
  video.requestVideoFrameCallback = function (step) {
    return later.call(this, (...given) => timed(() => step(...given)))
  }
  const devices = navigator.mediaDevices
  const open = devices?.getUserMedia.bind(devices)
  if (open) devices.getUserMedia = async wished => {
    seen.askedAt = performance.now()
    if (window.cameraRefuses) throw new DOMException('', window.cameraRefuses)
    const stream = await open(wished)
    seen.openedAt = performance.now()
    tracks.push(...stream.getTracks())
    await window.cameraWaits
    return stream
  }
})()`

/** From the next page of these on, what the camera does is seen. */
export const watchCamera = (pages: Page | BrowserContext) => pages.addInitScript(WATCH)

export const seenOn = (page: Page) => page.evaluate<Seen>('window.seenByCamera')

/** Waits until the decoder reads this from now on. */
export const reads = (page: Page, text: string) =>
  page.evaluate(
    wanted =>
      new Promise<void>(resolve => {
        const seen = Reflect.get(globalThis, 'seenByCamera') as Seen
        const from = performance.now()
        const look = () =>
          seen.codes.some(({ text, at }) => at > from && text === wanted) ? resolve() : setTimeout(look, 50)
        look()
      }),
    text,
  )

/** How each track that was ever opened on this page is now. */
export const tracksOn = (page: Page) =>
  page.evaluate<string[]>('window.cameraTracks.map(({ readyState }) => readyState)')

/** What the place of the camera says that it is. */
export const cameraOf = (page: Page, state: string) => page.locator(`[data-camera=${state}]`)
