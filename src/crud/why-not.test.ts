import { expect, it } from 'vitest'
import { whyNot } from './why-not.ts'

const refused = (fields?: Record<string, string>) =>
  whyNot({ state: 'refused', code: 'invalid', message: 'Not like this.', ...(fields && { fields }) })

it('says of every line what is missing, and the same thing once', () => {
  const [one, two] = ['2 needed, 1 in stock, 1 missing (line 1)', '3 needed, 0 in stock, 3 missing (line 3)']
  expect(refused({ 'lines.0.qty': one, 'lines.2.qty': two })).toBe(`${one} · ${two}`)
  const below = 'This is below the floor price.'
  expect(refused({ 'lines.0.unitPrice': below, 'lines.1.unitPrice': below })).toBe(below)
  expect(refused()).toBe('Not like this.')
})
