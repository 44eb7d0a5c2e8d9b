import i18next from 'i18next'
import { expect, it } from 'vitest'
import { refused } from '#src/offline/outcome.ts'
import crud from '../../public/locales/en/crud.json'
import { whyNot } from './why-not.ts'

const said = (fields?: Record<string, string>) => whyNot(refused('invalid', 'Not like this.', fields))

it('says of every line what is missing, and the same thing once', () => {
  const [one, two] = ['2 needed, 1 in stock, 1 missing (line 1)', '3 needed, 0 in stock, 3 missing (line 3)']
  expect(said({ 'lines.0.qty': one, 'lines.2.qty': two })).toBe(`${one} · ${two}`)
  const below = 'This is below the floor price.'
  expect(said({ 'lines.0.unitPrice': below, 'lines.1.unitPrice': below })).toBe(below)
  expect(said()).toBe('Not like this.')
})

it('says how much more there is than can be read at once', async () => {
  await i18next.init({ lng: 'en', ns: ['crud'], resources: { en: { crud } } })
  const each = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map(line => [`lines.${line}.qty`, `Line ${line}`]))
  expect(said(each)).toBe('Line 1 · Line 2 · Line 3 · Line 4 · Line 5 · and 2 more')
})
