import { fold, searchKey } from '#contract/fold.ts'

export { fold }

type Searchable = { label: string; search?: string | undefined }

// Folding 10,000 labels takes longer than looking through them, and the array stays the same between two keys.
const folded = new WeakMap<readonly Searchable[], string[]>()

function textsOf(options: readonly Searchable[]) {
  const known = folded.get(options)
  if (known) return known
  const texts = options.map(option => searchKey(option.search ? `${option.label} ${option.search}` : option.label))
  folded.set(options, texts)
  return texts
}

/** Every word typed must occur. What begins with the query comes first, then what has its
 * first word at the beginning, then at the beginning of a word, then the rest. */
export function filterOptions<T extends Searchable>(options: readonly T[], query: string): readonly T[] {
  const words = searchKey(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const texts = textsOf(options)
  const ranks: [T[], T[], T[], T[]] = [[], [], [], []]
  const [first = ''] = words
  const whole = words.join(' ')
  for (let i = 0; i < options.length; i++) {
    const text = texts[i]!
    if (!words.every(word => text.includes(word))) continue
    const rank = text.startsWith(whole) ? 0 : text.startsWith(first) ? 1 : text.includes(` ${first}`) ? 2 : 3
    ranks[rank].push(options[i]!)
  }
  return ranks.flat()
}
