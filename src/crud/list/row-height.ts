import type { Density } from './state.ts'

const names = { compact: '--row-compact', regular: '--row', comfortable: '--row-comfortable' }

/** How high a row is in this theme, so that nothing has to be drawn to know where row 5,000 is. */
export function rowHeight(density: Density): number {
  const said = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(names[density]))
  return Number.isFinite(said) && said > 0 ? said : 40
}
