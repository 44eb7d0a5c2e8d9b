import type { Order } from '#contract/modules/sales/order.ts'
import { notFreeFor, otherKind } from '#contract/modules/stock/dispatch-fits.ts'
import { leftToPack, mayPack, mostToCollect, stillToCollect } from '#contract/modules/stock/dispatch-left.ts'
import { inIt } from '#contract/modules/stock/dispatch-rules.ts'
import { surplusOf } from '#contract/modules/stock/dispatch-surplus.ts'
import type { DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { wrongOf, type Judged, type Scanned } from '../pack/scan.ts'
import { addressOf } from './address-of.ts'
import type { PackFor, Place } from './pack-for.ts'

const NOTE = 300

/** Parcels of an order hold pieces of its lines. */
export function forOrder(sale: Order): PackFor {
  const lineOf = (id: number | null) => sale.lines.find(line => line.id === id)
  return {
    name: 'order',
    row: sale,
    promised: sale.promisedDate,
    left: parcels =>
      mayPack(sale) ? leftToPack(sale, parcels).map(one => ({ ...one, serial: null, text: null, fixed: false })) : [],
    nothing:
      mayPack(sale) || sale.stage === 'dispatched'
        ? 'all'
        : sale.stage === 'draft'
          ? 'draft'
          : sale.stage === 'onHold'
            ? 'onHold'
            : 'over',
    input: (items, parcels) => ({
      order: sale.id,
      items: items.map(({ id, line, product, qty }) => ({ id, line, product, qty, units: [], counted: null })),
      codAmount: mostToCollect(sale, parcels),
      ...addressOf(sale),
      note: sale.note?.slice(0, NOTE) ?? null,
    }),
    judge: (scanned, text, place) => judge(scanned, text, sale, place),
    isCounted: (_, isSerialised) => isSerialised === false,
    // Any free one will do as well.
    meant: (item, units) =>
      units
        .filter(
          one =>
            one.order === sale.id &&
            one.orderLine === item.line &&
            one.stage === 'allocated' &&
            !item.units.includes(one.id),
        )
        .map(({ serial }) => serial),
    colourOf: line => lineOf(line)?.colour ?? null,
    surplus: (items, others) => surplusOf(items, sale, others),
    isCancelled: surplus => sale.lines.some(({ id, cancelled }) => surplus.has(id) && (cancelled ?? 0) > 0),
    due: (row, others) => stillToCollect(row, sale, others),
  }
}

function judge(scanned: Scanned, text: string, sale: Order, { items, now, elsewhere }: Place): Judged {
  const wrong = wrongOf(text)
  if ('none' in scanned) return { ...wrong('none'), said: scanned.none }
  const right = { is: 'right', text: null, at: now } as const
  if ('product' in scanned) {
    const { id, serialised } = scanned.product
    const own = items.filter(item => item.product === id)
    if (own.length === 0) return wrong('otherProduct', null, id)
    if (serialised) return wrong('needsSerial', null, id)
    const open = own.find(item => inIt(item) < item.qty)
    return open ? { ...right, item: open.id, product: id, unit: null } : wrong('enough', null, id)
  }
  const { unit } = scanned
  if (items.some(({ units }) => units.includes(unit.id))) return { is: 'twice', serial: unit.serial }
  const own = items.filter(item => item.product === unit.product)
  if (own.length === 0) return wrong('otherProduct', unit)
  const unfree = notFreeFor(unit, sale.id)
  if (unfree) return wrong(unfree, unit)
  if (elsewhere.has(unit.id)) return wrong('otherParcel', unit)
  const colourOf = (item: DispatchItem) => sale.lines.find(({ id }) => id === item.line)?.colour ?? null
  const ofKind = own.map(item => otherKind(unit, { product: item.product, colour: colourOf(item) }))
  const fits = own.filter((_, at) => ofKind[at] === null)
  // Where it would go but for something else than its colour, that is what is said.
  const other = ofKind.find(kind => kind !== 'otherColour') ?? ofKind[0]
  if (fits.length === 0) return wrong(other ?? 'otherProduct', unit)
  const open = fits.filter(item => inIt(item) < item.qty)
  const item = open.find(({ line }) => line === unit.orderLine) ?? open[0]
  return item ? { ...right, item: item.id, product: unit.product, unit } : wrong('enough', unit)
}
