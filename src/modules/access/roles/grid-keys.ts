import type { KeyboardEvent } from 'react'

const cells = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-column]:not(:disabled)')]
const inColumn = (row: Element | undefined, column: string) =>
  row?.querySelector<HTMLElement>(`[data-column="${column}"]:not(:disabled)`)

/**
 * Where the focus goes in a grid whose rows do not all have every cell: along the row to the next one that is there, up
 * and down to the next row that has the column.
 */
export function gridTarget(event: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const here = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')
  const row = here?.closest('tr')
  if (!here || !row) return null
  const rows = [...event.currentTarget.querySelectorAll('tr')]
  const own = cells(row)
  const at = own.indexOf(here)
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const vertical = (steps: readonly Element[]) => {
    for (const one of steps) {
      const found = inColumn(one, here.dataset.column ?? '')
      if (found) return found
    }
    return null
  }
  const place = rows.indexOf(row)
  const above = rows.slice(0, place).toReversed()
  const below = rows.slice(place + 1)
  const whole = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowDown':
      return vertical(below)
    case 'ArrowUp':
      return vertical(above)
    case 'PageDown':
      return vertical(below.slice(9)) ?? vertical(below.toReversed())
    case 'PageUp':
      return vertical(above.slice(9)) ?? vertical(above.toReversed())
    case 'ArrowRight':
      return own[at + (rtl ? -1 : 1)] ?? null
    case 'ArrowLeft':
      return own[at + (rtl ? 1 : -1)] ?? null
    case 'Home':
      return (whole ? rows.flatMap(cells)[0] : own[0]) ?? null
    case 'End':
      return (whole ? rows.flatMap(cells).at(-1) : own.at(-1)) ?? null
    default:
      return null
  }
}
