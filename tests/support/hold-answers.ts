import { onTestFinished, vi } from 'vitest'
import type { SyncDouble } from './sync-double.ts'

const later = globalThis.setTimeout

/** The next answers of the server wait until what this returns is called, and nobody's patience with it ends meanwhile. */
export function holdAnswers({ state }: SyncDouble): () => void {
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((work: (said: void) => void, ms?: number, ...said: []) =>
      later(work, ms === 5_000 ? 60_000 : ms, ...said),
    )
  onTestFinished(() => timers.mockRestore())
  let letGo = () => {}
  state.slow = new Promise<void>(resolve => {
    letGo = resolve
  })
  return () => {
    timers.mockRestore()
    letGo()
  }
}
