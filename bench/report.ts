/** One line of the report: ours beside the bare limit of the same run. */
export type Line = {
  name: string
  ours: number
  /** What the bare thing did in this run; null where only the goal speaks. */
  limit: number | null
  unit: string
  /** Judged on ours or on the ratio ours / limit. */
  goal?: { of: 'ours' | 'ratio'; atMost?: number; atLeast?: number }
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const figure = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })

/** Null where there is no goal. */
function isMet({ goal, ours, limit }: Line): boolean | null {
  if (!goal) return null
  const value = goal.of === 'ours' ? ours : ours / (limit ?? Number.NaN)
  const { atMost, atLeast } = goal
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
}

function verdict(line: Line): string {
  if (!line.goal) return ''
  const { of, atMost, atLeast } = line.goal
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`
  return `${isMet(line) ? 'met   ' : 'missed'} ${bound}${of === 'ratio' ? ' of the limit' : ` ${line.unit}`}`
}

/** The last word of a report: how many goals were missed, and which. */
function missed(lines: Line[]): string[] {
  const judged = lines.filter(({ goal }) => goal)
  const names = judged.filter(line => !isMet(line)).map(({ name }) => name)
  return [`${names.length} of ${judged.length} goals missed${names.length > 0 ? ':' : ''}`, ...names]
}

export function print(lines: Line[]) {
  const rows = lines.map(line => [
    line.name,
    `${figure(line.ours)} ${line.unit}`,
    line.limit === null ? '' : `${figure(line.limit)} ${line.unit}`,
    // Of nothing there is no multiple.
    line.limit && line.ours >= 0 ? `${figure(line.ours / line.limit)}x` : '',
    verdict(line),
  ])
  const head = ['', 'Caredesk', 'bare limit', 'ratio', 'goal']
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => row[column]?.length ?? 0)))
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
  console.log(`\n${missed(lines).join('\n  ')}`)
}
