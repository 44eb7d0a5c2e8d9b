import { expect, it } from 'vitest'
import { pseudo, pseudoText } from './pseudo.ts'

it('makes a text 40 % longer, with accents and in brackets', () => {
  const text = pseudoText('Search or jump to')
  expect(text).toMatch(/^\[Šéáŕçĥ óŕ ĵúmþ ţó.+\]$/)
  expect(text.length).toBeGreaterThanOrEqual('Search or jump to'.length * 1.4)
})

it('leaves alone what the program fills in', () => {
  expect(pseudoText('Account of {{name}}')).toContain('{{name}}')
  expect(pseudoText('See $t(nav.main) <b>now</b>')).toContain('$t(nav.main) <b>')
})

it('turns every text of a file and no key', () => {
  const file = { a: 'One', nested: { two_other: 'Two' } }
  expect(Object.keys(pseudo(file).nested)).toEqual(['two_other'])
  expect(pseudo(file).nested.two_other).toBe(pseudoText('Two'))
})
