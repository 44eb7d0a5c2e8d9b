import { afterEach, beforeEach, expect, type TestContext } from 'vitest'
import { beforeContextsClose, whatStands } from './browser.ts'
import { preferShell } from './chromium.ts'

// What the deep tier tries is a browser as people have it.
if (!expect.getState().testPath?.includes('.deep.')) preferShell()

/** A journey that failed says where it stood, where a log is all that one has. */
let task: TestContext['task']
let seen: string | null

const look = async () => {
  if (task?.result?.state === 'fail') seen ??= await whatStands()
}
beforeContextsClose(look)

beforeEach(context => {
  task = context.task
  seen = null
})
afterEach(async () => {
  await look()
  if (seen) throw new Error(`What stood on the pages:\n${seen}`)
})
