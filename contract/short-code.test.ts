import { expect, test } from 'vitest'
import { readShortCode, shortCode } from './short-code.ts'

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTWXYZ'
const ids = [1, 30, 31, 960, 961, 12_345, 1_000_000, 987_654_321, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER]
const modules = [10, 20, 200, 202, 205, 960]
const all = modules.flatMap(code => ids.map(id => ({ code, id, text: shortCode({ code }, id) })))

test('a code says which record of which module it is, alone or at the end of an address', () => {
  for (const { code, id, text } of all) {
    expect(readShortCode(text)).toEqual({ code, id })
    expect(readShortCode(`https://desk.example/s/${text.toLowerCase()}`)).toEqual({ code, id })
  }
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length)
})

test('is short: a label of the millionth record has eight signs', () => {
  expect(shortCode({ code: 202 }, 900_000)).toHaveLength(7)
  expect(shortCode({ code: 202 }, 1_000_000)).toHaveLength(8)
})

test('any single wrong sign is refused', () => {
  for (const { text } of all)
    for (let at = 0; at < text.length; at += 1)
      for (const sign of SIGNS)
        if (sign !== text[at]) expect(readShortCode(text.slice(0, at) + sign + text.slice(at + 1)), text).toBeNull()
})

test('any two signs that have changed places are refused', () => {
  for (const { text } of all)
    for (let one = 0; one < text.length; one += 1)
      for (let other = one + 1; other < text.length; other += 1) {
        const signs = Array.from(text)
        ;[signs[one], signs[other]] = [signs[other]!, signs[one]!]
        if (signs[one] !== signs[other]) expect(readShortCode(signs.join('')), text).toBeNull()
      }
})

test('what is no code is none', () => {
  const [{ text }] = all as [(typeof all)[number]]
  for (const wrong of [
    '',
    'ABC',
    'KW-2026-1',
    'https://desk.example/s/',
    `${text}-`,
    `https://desk.example/s/${text}/x`,
  ])
    expect(readShortCode(wrong), wrong).toBeNull()
})
