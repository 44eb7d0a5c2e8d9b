import { fold } from './match.ts'

export type Part = { text: string; marked: boolean }

/** Cuts a text where the words occur in it, whatever their case and accents, so that they can be shown. */
export function markWords(text: string, words: readonly string[]): Part[] {
  const wanted = words.filter(word => word !== '')
  if (wanted.length === 0) return [{ text, marked: false }]
  const letters = Array.from(text)
  // One letter may fold into several, or into none.
  const folded = letters.map(fold)
  const starts: number[] = []
  let length = 0
  for (const part of folded) {
    starts.push(length)
    length += part.length
  }
  const whole = folded.join('')
  const marked = new Set<number>()
  for (const word of wanted) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + word.length))
      letters.forEach((_, i) => {
        const start = starts[i]!
        if (start < at + word.length && start + folded[i]!.length > at) marked.add(i)
      })
  }
  const parts: Part[] = []
  letters.forEach((letter, i) => {
    const last = parts.at(-1)
    if (last && last.marked === marked.has(i)) last.text += letter
    else parts.push({ text: letter, marked: marked.has(i) })
  })
  return parts
}
