import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { nounFor, type Words } from './words.ts'

const textsOf = (name: string) =>
  JSON.parse(readFileSync(`public/locales/en/${name}.json`, 'utf8')) as Record<string, string>

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { crud: textsOf('crud'), customer: textsOf('customer') } } })
})

test.each([
  [0, false, '0 customers'],
  [1, false, '1 customer'],
  [1, true, '1+ customers'],
  [2, false, '2 customers'],
])('says how many there are, %i of them as one or many: at least %s', (count, isMore, said) => {
  const words = { noun: i18next.t('customer:noun'), nouns: i18next.t('customer:nouns') } as Words
  const shown = `${count}${isMore ? '+' : ''}`
  expect(i18next.t('crud:records.count', { count, shown, nouns: nounFor(words, count, isMore) })).toBe(said)
})
