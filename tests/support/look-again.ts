import { configure, getConfig } from '@testing-library/react'
import { original } from './original.ts'

// Who waits looks again at every change of the page, and by an interval. Where a test holds the intervals of the app, what
// changes beside the page would never be looked at: there the page is changed for it.
const { setInterval: beat, clearInterval: endBeat } = globalThis
const plain = original('configuration', () => ({ ...getConfig() }))

configure({
  asyncWrapper: async wait => {
    if (globalThis.setInterval === beat) return plain.asyncWrapper(wait)
    const beats = beat(() => document.documentElement.toggleAttribute('data-beat'), 50)
    try {
      return (await plain.asyncWrapper(wait)) as unknown
    } finally {
      endBeat(beats)
    }
  },
})
