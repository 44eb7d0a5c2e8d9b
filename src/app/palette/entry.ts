import type { Colour } from '#contract/module.ts'
import { asks, finder } from '#contract/search-words.ts'
import { searchKey } from '#contract/fold.ts'
import type { IconType } from '#src/ui/icon.tsx'
import type { Prefix } from './open.ts'

export const groupNames = ['recent', 'pages', 'records', 'people', 'here', 'create', 'actions', 'everything'] as const
export type GroupName = (typeof groupNames)[number]

/** One line of the palette: somewhere to go, or something to do. */
export type Entry = {
  /** Unique in the palette. */
  id: string
  group: GroupName
  label: string
  /** Beside the label, weaker: where it belongs, what else is known. */
  hint?: string | undefined
  /** What the hint is, as the key of its word: why a record was found. */
  by?: `${string}:${string}` | undefined
  /** What of a record answers, where its label does not say so. */
  why?: ((answers: (text: string) => boolean) => Pick<Entry, 'hint' | 'by'> | undefined) | undefined
  /** The module of a record. */
  module?: string | undefined
  /** The page of one record: called as the record is. */
  record?: boolean | undefined
  /** At the end: what kind of record it is, as the key of its word. */
  kind?: `${string}:${string}` | undefined
  /** What it is found by. */
  text: string
  /** What '#' looks through. */
  numbers?: string | undefined
  icon: IconType
  colour?: Colour | undefined
  /** The shortcut that does the same, as declared. */
  keys?: string | undefined
  /** This is how it is now. */
  checked?: boolean | undefined
  /** The server found it, by what this device does not know: it counts as it is. */
  found?: true | undefined
} & ({ to: string; run?: undefined } | { run: () => void; to?: undefined })

/** `total` counts what this device found, which is more than is shown. */
export type Group = { name: GroupName; entries: Entry[]; total: number }

const groupsOf: Record<Prefix, readonly GroupName[]> = {
  '>': ['here', 'create', 'actions'],
  '/': ['pages', 'recent'],
  '#': ['records', 'people', 'everything'],
  '@': ['people', 'everything'],
}

/** "> dark" is the prefix and the words. */
export function readQuery(typed: string): { prefix: Prefix | null; words: string[] } {
  const first = typed.trimStart()[0] ?? ''
  const prefix = first in groupsOf ? (first as Prefix) : null
  const rest = prefix === null ? typed : typed.trimStart().slice(1)
  return { prefix, words: searchKey(rest).split(/\s+/).filter(Boolean) }
}

/** How many lines a group shows: as many as one screen holds, or more where only it was asked for. */
const shares: Record<GroupName, number> = {
  recent: 6,
  pages: 6,
  records: 8,
  people: 5,
  here: 6,
  create: 5,
  actions: 5,
  everything: 1,
}
const ALONE = 60

/** 0 begins with what was typed, 1 with its first word, 2 has a word that begins with it, 3 has it somewhere. */
const rankOf = (text: string, words: readonly string[], whole: string): 0 | 1 | 2 | 3 | 4 => {
  if (!words.every(word => text.includes(word))) return 4
  if (text.startsWith(whole)) return 0
  const first = words[0] ?? ''
  return text.startsWith(first) ? 1 : text.includes(` ${first}`) ? 2 : 3
}

/** Records are found as the server finds them: a phone number also by its digits, a word of two letters where one begins. */
function rankIn(entry: Entry, text: string, { words, whole, isFound, numbers }: Wanted): 0 | 1 | 2 | 3 | 4 {
  const rank = rankOf(text, words, whole)
  if (entry.group !== 'records' && entry.group !== 'people') return rank
  if (numbers.some(({ digits, end }) => text.endsWith(digits) || text.includes(end))) return 0
  return isFound(text) ? (rank === 4 ? 3 : rank) : 4
}

/** Does a text that is shown hold what was looked for? A number is written in groups, and asked for without. */
const answering =
  ({ words, isFound, numbers }: Wanted) =>
  (text: string) => {
    const folded = searchKey(text)
    const shown = folded.replaceAll(/\D/g, '')
    return (
      words.every(word => folded.includes(word)) ||
      isFound(folded) ||
      numbers.some(({ digits }) => shown.includes(digits))
    )
  }

/** With what was found of it, where that is neither its label nor what stands beside it. */
function withReason(entry: Entry, answers: (text: string) => boolean): Entry {
  if (!entry.why || answers(entry.label)) return entry
  const reason = entry.why(answers)
  return reason ? { ...entry, ...reason } : entry
}

/**
 * The line that Enter opens unless another is chosen: the first that shows what was typed. One that was found by words which
 * nobody sees on it is never opened unlooked at.
 */
export function firstSeen(groups: readonly Group[], typed: string): Entry | undefined {
  const wanted = wantedBy(typed)
  const lines = groups.flatMap(group => group.entries)
  if (wanted.words.length === 0) return lines[0]
  const answers = answering(wanted)
  return lines.find(({ label, hint }) => answers(`${label} ${hint ?? ''}`))
}

type Wanted = ReturnType<typeof wantedBy>

function wantedBy(typed: string) {
  const { prefix, words } = readQuery(typed)
  const asked = asks(prefix === null ? typed : typed.trimStart().slice(1))
  // People know the last digits of a number: a phone's, an order's, a device's.
  const numbers = asked.flatMap(([digits = '', ...others]) =>
    others.length === 0 && /^\d{4,}$/.test(digits) ? [{ digits, end: `${digits} ` }] : [],
  )
  return { prefix, words, whole: words.join(' '), isFound: finder(asked), numbers }
}

/** What is shown for what was typed, `most` of each group. Without words: what was opened last, what this page can do, and the ways on. */
export function find(entries: readonly Entry[], typed: string, most?: number): Group[] {
  const wanted = wantedBy(typed)
  const { prefix, words } = wanted
  const names: readonly GroupName[] = prefix ? groupsOf[prefix] : groupNames
  const answers = answering(wanted)
  const found = new Map<GroupName, [Entry[], Entry[], Entry[], Entry[]]>()
  for (const entry of entries) {
    if (!names.includes(entry.group)) continue
    const text = prefix === '#' ? (entry.numbers ?? '') : entry.text
    const rank = words.length === 0 ? 0 : entry.found ? 3 : rankIn(entry, text, wanted)
    if (rank === 4 || (prefix === '#' && text === '' && !entry.found)) continue
    const ranks = found.get(entry.group) ?? [[], [], [], []]
    found.set(entry.group, ranks)
    ranks[rank].push(entry)
  }
  const groups = names.flatMap(name => {
    const ranks = found.get(name)
    if (!ranks) return []
    // Records in their thousands are an answer to a question only.
    if (words.length === 0 && prefix === null && (name === 'records' || name === 'people')) return []
    const all = ranks.flat()
    const best = ranks.findIndex(rank => rank.length > 0)
    return [
      {
        name,
        entries: all.slice(0, most ?? (prefix ? ALONE : shares[name])).map(entry => withReason(entry, answers)),
        total: all.filter(entry => !entry.found).length,
        best,
      },
    ]
  })
  // What fits best stands first; among equals the order stays.
  // What the server finds comes later and pushes nothing aside; the way to all results is the last line.
  const place = ({ name, best, total }: (typeof groups)[number]) => (name === 'everything' ? 9 : total === 0 ? 5 : best)
  if (words.length > 0 && prefix === null) groups.sort((a, b) => place(a) - place(b))
  return withoutDoubles(groups)
}

/** What was opened lately is not said again among the pages and records. */
function withoutDoubles(groups: Group[]): Group[] {
  const seen = new Set<string>()
  return groups
    .map(group => ({
      ...group,
      entries: group.entries.filter(({ to }) => to === undefined || (!seen.has(to) && seen.add(to))),
    }))
    .filter(group => group.entries.length > 0)
}
