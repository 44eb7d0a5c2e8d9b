import { expect, test } from 'vitest'
import { builtAt, isOlderBuild } from './build.ts'

test('a build says when it was made', () => {
  expect(builtAt(`0.1.0-${(1_763_000_000_000).toString(36)}`)).toBe(1_763_000_000_000)
  expect(builtAt('dev')).toBeNull()
})

test('age decides, not the version before it, and what was never built is never too old', () => {
  expect(isOlderBuild('0.10.0-m1', '0.9.0-m2')).toBe(true)
  expect(isOlderBuild('0.1.0-m2', '0.1.0-m2')).toBe(false)
  expect(isOlderBuild('0.1.0-zz', '0.1.0-100')).toBe(true)
  expect(isOlderBuild('dev', '0.1.0-m2')).toBe(false)
})
