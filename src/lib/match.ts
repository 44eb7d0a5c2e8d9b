/** Case and accents away, so that "José" is found with "jose". */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

type Searchable = { label: string; search?: string | undefined }

// Folding 10,000 labels takes longer than looking through them, and the array stays the same between two keys.
const folded = new WeakMap<readonly Searchable[], string[]>()

function textsOf(options: readonly Searchable[]) {
  const known = folded.get(options)
  if (known) return known
  const texts = options.map(option => fold(option.search ? `${option.label} ${option.search}` : option.label))
  folded.set(options, texts)
  return texts
}

/** Every word typed must occur. What begins with the query comes first, then what has a word that does, then the rest. */
export function filterOptions<T extends Searchable>(options: readonly T[], query: string): readonly T[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const texts = textsOf(options)
  const ranks: [T[], T[], T[]] = [[], [], []]
  const [first = ''] = words
  for (let i = 0; i < options.length; i++) {
    const text = texts[i]!
    if (!words.every(word => text.includes(word))) continue
    const rank = text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2
    ranks[rank].push(options[i]!)
  }
  return ranks.flat()
}
