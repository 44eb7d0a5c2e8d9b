type Courier = { label: string; lineLimit?: number | null }
type To = { name: string | null; address: string | null }

const signs = (line: string): number => Array.from(line).length
const linesIn = (text: string): string[] => text.split('\n').map(line => line.trim())

/**
 * What of a name and an address the courier would cut off, by its field: some take so many signs in a line and no more. Half
 * an address is a parcel that comes back.
 */
export function tooLongFor({ label, lineLimit }: Courier, { name, address }: To): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (!lineLimit) return wrong
  if (signs(name ?? '') > lineLimit)
    wrong.name = `The name has ${signs(name!)} signs, ${label} takes ${lineLimit}. Make it shorter.`
  const lines = linesIn(address ?? '')
  const at = lines.findIndex(line => signs(line) > lineLimit)
  if (at >= 0)
    wrong.address = `Line ${at + 1} has ${signs(lines[at]!)} signs, ${label} takes ${lineLimit} in a line. Begin a new line before that.`
  return wrong
}

/** The same address in lines of so many signs, broken between words; a word that is longer alone has a line of its own. */
export const inLinesOf = (limit: number, address: string): string =>
  linesIn(address)
    .flatMap(line => {
      const broken: string[] = []
      for (const word of line.split(/\s+/)) {
        const longer = `${broken.at(-1)} ${word}`
        if (broken.length > 0 && signs(longer) <= limit) broken[broken.length - 1] = longer
        else broken.push(word)
      }
      return broken
    })
    .join('\n')
