import { decode } from '#src/scan/decode/decoder.ts'
import type { Code } from '#src/scan/decode/code.ts'

/** So many pictures in a row that nobody could look at, and it is said. */
const FAILED = 5

let takesFrames = 'VideoFrame' in globalThis

/** The picture that is seen now, as something that a worker can be given without a copy. */
async function pictureOf(video: HTMLVideoElement): Promise<VideoFrame | ImageBitmap> {
  if (takesFrames)
    try {
      return new VideoFrame(video)
    } catch {
      takesFrames = false
    }
  return createImageBitmap(video)
}

/**
 * Looks at the pictures of a video, one at a time: while one is looked at the others pass, and the next is the newest.
 * Answers how to stop.
 */
export function watchFrames(video: HTMLVideoElement, on: { codes: (codes: Code[]) => void; broken: () => void }) {
  let isOver = false
  let isBusy = false
  let failed = 0
  // A browser that cannot say when there is a new picture may look at one twice.
  const hasCallback = 'requestVideoFrameCallback' in video
  const next = () => (hasCallback ? video.requestVideoFrameCallback(step) : requestAnimationFrame(step))
  let handle = next()

  async function look() {
    try {
      const codes = await decode({ frame: await pictureOf(video) })
      failed = 0
      if (!isOver) on.codes(codes)
    } catch {
      failed += 1
      if (failed === FAILED && !isOver) on.broken()
    } finally {
      isBusy = false
    }
  }
  function step() {
    if (isOver) return
    handle = next()
    if (isBusy || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    isBusy = true
    void look()
  }
  return () => {
    isOver = true
    if (hasCallback) video.cancelVideoFrameCallback(handle)
    else cancelAnimationFrame(handle)
  }
}
