import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { unreachable } from '#src/offline/unreachable.ts'
import { failureOf } from './words.ts'

beforeAll(async () => {
  const problems = JSON.parse(readFileSync('public/locales/en/problems.json', 'utf8')) as object
  await i18next.init({ lng: 'en', resources: { en: { problems } } })
})

test('a failed call says the words of whoever answered, and ours where there are none', () => {
  expect(failureOf(problem('too-large', 'Send ten at most.'))?.message).toBe('Send ten at most.')
  expect(failureOf(problem('too-large', ''))?.message).toBe('This is too large to be sent.')
  expect(failureOf(Object.assign(unreachable(null), { said: 'Closed on Sundays' }))).toEqual({
    code: 'unreachable',
    message: 'Closed on Sundays',
  })
  expect(failureOf(unreachable(new TypeError('Failed to fetch')))?.message).toMatch(/^The server cannot be reached/)
})
