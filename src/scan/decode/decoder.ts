// oxlint-disable-next-line import/default -- the bundler gives it one
import address from './worker.ts?worker&url'
import type { Ask, Code, Told } from './code.ts'

/** Nobody asked for so long, in ms: what it holds of the memory is given back. */
const IDLE = 60_000

type Waiting = { done: (codes: Code[]) => void; failed: (error: Error) => void }
type Question = { frame: VideoFrame | ImageBitmap } | { photo: Blob }

let worker: Worker | null = null
let idle: ReturnType<typeof setTimeout> | undefined
let last = 0
const waiting = new Map<number, Waiting>()

// TypeScript's own types do not have these yet.
type Policy = { createScriptURL(url: string): unknown }
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }

// Our policy lets exactly one script become a worker.
const rules: Policy = {
  createScriptURL: url => {
    if (url !== address) throw new TypeError(`${url} is not our worker`)
    return url
  },
}
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('worker-url', rules) ?? rules

/** Starts the decoder where it does not run. It is ready the sooner, the earlier this is called. */
export function startDecoder(): Worker {
  clearTimeout(idle)
  idle = setTimeout(stop, IDLE)
  if (worker) return worker
  const started = new Worker(policy.createScriptURL(address) as string, { type: 'module', name: 'decoder' })
  started.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('codes' in data) asker?.done(data.codes)
    else asker?.failed(new Error(data.failed))
  })
  // Its script did not come, or it broke: whoever asks next starts another one.
  started.addEventListener('error', event => {
    if (worker === started) stop(new Error(event.message || 'the decoder did not start'))
  })
  worker = started
  return started
}

function stop(error = new Error('the decoder was stopped')) {
  clearTimeout(idle)
  worker?.terminate()
  worker = null
  for (const { failed } of waiting.values()) failed(error)
  waiting.clear()
}

/** The codes in a picture, the nearest to its middle first. A frame is given away: it is not for its sender any more. */
export function decode(question: Question): Promise<Code[]> {
  const running = startDecoder()
  last += 1
  const ask: Ask = { id: last, ...question }
  return new Promise<Code[]>((done, failed) => {
    waiting.set(ask.id, { done, failed })
    running.postMessage(ask, 'frame' in question ? [question.frame] : [])
  })
}
