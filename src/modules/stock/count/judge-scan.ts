import type { Product } from '#contract/modules/catalogue/product.ts'
import {
  isAsked,
  isOnShelf,
  scansOfDevices,
  unknownCodes,
  type Counted,
} from '#contract/modules/stock/count-compare.ts'
import type { CountReason } from '#contract/modules/stock/count-entry.ts'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'
import type { Heard } from '#src/parts/sounds.ts'

/** `waits`: this device does not know it, and the server has not said. `whichColour`: its pieces come in several. */
export type Verdict = 'right' | 'twice' | 'waits' | 'whichColour' | CountReason

type What = Pick<Counted, 'unit' | 'part' | 'product' | 'colour' | 'text'>
type Known = {
  count: Pick<StockCount, 'products' | 'parts'>
  /** The devices that should be there. */
  shelf: ReadonlySet<number>
  unit: Unit | undefined
  product: Product | undefined
}

/** Was it counted before? Pieces are counted again and again, a device once. */
export function isCounted({ unit, part, product, text }: What, entries: readonly Counted[]): boolean {
  if (unit !== null) return (scansOfDevices(entries).get(String(unit))?.qty ?? 0) > 0
  if (part !== null || product !== null) return false
  return (unknownCodes(entries).get(text ?? '')?.qty ?? 0) > 0
}

/** What a scan comes to, as far as this device knows. */
export function judgeScan(what: What, { count, shelf, unit, product }: Known): Verdict {
  if (what.unit !== null) {
    if (shelf.has(what.unit)) return 'right'
    if (!unit) return 'waits'
    if (!isOnShelf(unit)) return unit.stage === 'lost' ? 'found' : 'elsewhere'
    return isAsked(count, { part: null, product: unit.product }) ? 'right' : 'notCounted'
  }
  if (what.part === null && what.product === null) return 'waits'
  if (!isAsked(count, what)) return 'notCounted'
  if (product?.serialised) return 'needsSerial'
  return product && what.colour === null && product.colours.length > 1 ? 'whichColour' : 'right'
}

const sounds: Partial<Record<Verdict, Heard>> = { right: 'right', twice: 'twice', waits: 'right', whichColour: 'twice' }

export const soundOf = (verdict: Verdict): Heard => sounds[verdict] ?? 'wrong'
