/** The cell that the keyboard is in. Row -1 is the head, column 0 the first column. */
export type Place = { row: number; column: number }

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>
type Grid = { rows: number; columns: number; page: number; first: number; rtl: boolean }

/** Where a key leads in a grid, or null where it leads nowhere. Row -1 is the head. */
export function placeAfter({ row, column }: Place, keys: Keys, grid: Grid): Place | null {
  const { key, ctrlKey, metaKey, altKey } = keys
  const far = ctrlKey || metaKey
  if (altKey) return null
  const last = { row: grid.rows - 1, column: grid.columns - 1 }
  const inRows = (to: number) => ({ row: Math.max(grid.first, Math.min(last.row, to)), column })
  const inColumns = (to: number) => ({ row, column: Math.max(0, Math.min(last.column, to)) })
  switch (key) {
    case 'ArrowDown':
      return inRows(far ? last.row : row + 1)
    case 'ArrowUp':
      return inRows(far ? 0 : row - 1)
    case 'ArrowRight':
      return far ? inColumns(grid.rtl ? 0 : last.column) : inColumns(column + (grid.rtl ? -1 : 1))
    case 'ArrowLeft':
      return far ? inColumns(grid.rtl ? last.column : 0) : inColumns(column + (grid.rtl ? 1 : -1))
    case 'Home':
      return far ? { row: Math.min(0, last.row), column: 0 } : inColumns(0)
    case 'End':
      return far ? last : inColumns(last.column)
    case 'PageDown':
      return inRows(Math.max(row, 0) + grid.page)
    case 'PageUp':
      return row < 0 ? { row, column } : { row: Math.max(0, row - grid.page), column }
    default:
      return null
  }
}
