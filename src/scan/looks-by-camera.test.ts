// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { keepLooksByCamera, looksByCamera } from './looks-by-camera.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['fingers', true],
  ['a mouse', false],
])('with %s the camera is on or off by itself, until somebody on this device wants it otherwise', (_, fingers) => {
  vi.stubGlobal('matchMedia', () => ({ matches: fingers }))
  expect(looksByCamera()).toBe(fingers)
  keepLooksByCamera(!fingers)
  expect(looksByCamera()).toBe(!fingers)
})
