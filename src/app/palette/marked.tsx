import { markWords } from '#src/lib/marks.ts'

/** A text in which what was looked for stands out. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part, i) =>
    part.marked ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text in their order
      <mark key={i} className="bg-transparent font-semibold text-accent-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
