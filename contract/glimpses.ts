import { maintenanceStages } from './lists/maintenance-stages.ts'
import { product, type Product } from './modules/catalogue/product.ts'
import { order, type Order } from './modules/sales/order.ts'
import { maintenance, type Maintenance } from './modules/service/maintenance.ts'
import { packers, purposes } from './modules/stock/dispatch-for.ts'
import { unit, type Unit } from './modules/stock/unit.ts'

/** `by`: the permissions that show these fields, and open nothing else. `stages`: of records that stand there; without, of all. */
type Glimpse<Field extends string = string> = {
  by: readonly string[]
  stages?: readonly string[]
  fields: readonly Field[]
}
type Of<R> = Glimpse<keyof R & string>

const address = ['phone', 'name', 'address', 'pincode', 'area', 'city', 'state', 'country'] as const
const owners = ['assignedTo', 'dealerBranch'] as const
const isDispatch = (code: string) => code.endsWith('-e')

/**
 * What others need of a module's records for their own work, by its name: whoever only packs sees what a parcel is made of.
 * Known to the server alone, because a device holds no more than it was given.
 */
export const glimpses: Readonly<Record<string, Glimpse | undefined>> = {
  [order.name]: {
    by: purposes.order.also.filter(isDispatch),
    // What is to be packed, or is on its way.
    stages: ['confirmed', 'onHold', 'packing', 'dispatched'],
    // The prices of its lines say how much of what is owed is collected with a parcel.
    fields: [
      ...address,
      ...owners,
      'number',
      'lines',
      'taxIncluded',
      'discount',
      'shippingFee',
      'codFee',
      'paymentMode',
      'balance',
      'promisedDate',
      'note',
    ],
  } satisfies Of<Order>,
  [maintenance.name]: {
    by: purposes.maintenance.also,
    // Whoever sends them back takes them in as well.
    stages: maintenanceStages.slice(0, -3),
    fields: [
      ...address,
      ...owners,
      'number',
      'unit',
      'product',
      'serial',
      'accessories',
      'serviceMode',
      'promisedAt',
      'total',
      'balance',
    ],
  } satisfies Of<Maintenance>,
  [unit.name]: {
    by: packers,
    stages: ['inStock', 'allocated', 'shipped', 'inReturn', 'quarantine', 'inService'],
    fields: ['serial', 'product', 'colour', 'holder', 'order', 'orderLine'],
  } satisfies Of<Unit>,
  [product.name]: { by: packers, fields: ['sku', 'name', 'serialised'] } satisfies Of<Product>,
}
