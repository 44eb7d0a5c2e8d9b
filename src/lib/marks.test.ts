import { expect, it } from 'vitest'
import { markWords } from './marks.ts'

const marked = (text: string, ...words: string[]) =>
  markWords(text, words)
    .map(part => (part.marked ? `[${part.text}]` : part.text))
    .join('')

it('marks what was looked for, wherever and however it is written', () => {
  expect(marked('Ananya Banerjee', 'ban')).toBe('Ananya [Ban]erjee')
  expect(marked('José Brandão', 'ao', 'jose')).toBe('[José] Brand[ão]')
  expect(marked('Banana', 'an')).toBe('B[anan]a')
  expect(marked('Banana', 'x')).toBe('Banana')
  expect(marked('Banana')).toBe('Banana')
})

it('loses no letter', () => {
  const text = 'ﬁne Ǆ İstanbul 𝒜 é'
  expect(
    markWords(text, ['i', 'e'])
      .map(part => part.text)
      .join(''),
  ).toBe(text)
})
