import { searchKey } from '#contract/fold.ts'
import type { Row } from '#contract/module.ts'
import { hasWord, textsAt, type SearchPlace } from '#contract/search-words.ts'

/** What was asked, in all the ways in which it is looked for; the first is what was typed. */
export type Wanted = { whole: string; ways: readonly (readonly string[])[]; id: number | null }

/** How well a row answers, the least the best, and the text that says so. */
export type Match = { rank: number; place: SearchPlace | null; text: string | null }

const EXACT = 0
const BEGINS = 1
const WORDS = 2
const ENDS = 3
const INSIDE = 4
const SCATTERED = 5

/** How well a row answers what was asked; `places` are those that this person may see, the title first. */
export function matchOf(row: Row, places: readonly SearchPlace[], wanted: Wanted): Match {
  if (row.id === wanted.id) return { rank: EXACT, place: null, text: null }
  let best: Match = { rank: SCATTERED, place: places[0] ?? null, text: null }
  for (const place of places)
    for (const text of textsAt(row, place)) {
      const rank = rankOf(searchKey(text), wanted)
      if (rank < best.rank) best = { rank, place, text }
    }
  return best
}

function rankOf(text: string, { whole, ways }: Wanted): number {
  const alone = ways.map(words => words.join(' '))
  if (text === whole || alone.includes(text)) return EXACT
  if ([whole, ...alone].some(way => text.startsWith(way))) return BEGINS
  const spaced = ` ${text}`
  if (ways.some(words => words.every(word => spaced.includes(` ${word}`)))) return WORDS
  if (alone.some(way => text.endsWith(way))) return ENDS
  return ways.some(words => words.every(word => hasWord(text, word))) ? INSIDE : SCATTERED
}
