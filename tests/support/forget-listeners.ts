import { vi } from 'vitest'

/** Notes what listens to these from now on; what it returns makes all of it deaf. For modules that are loaded anew for each test. */
export function noteListeners(...targets: EventTarget[]): () => void {
  const noted: (() => void)[] = []
  const spies = targets.map(target => {
    const really = target.addEventListener.bind(target)
    return vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
      noted.push(() => target.removeEventListener(type, listener, options))
      really(type, listener, options)
    })
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
    for (const forget of noted.splice(0)) forget()
  }
}
