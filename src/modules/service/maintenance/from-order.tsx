import { useParams } from 'react-router-dom'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { can } from '#contract/rules.ts'
import type { Values } from '#src/form/check.ts'
import { FoundRows } from '#src/crud/found-rows.tsx'
import { RecordForm } from '#src/crud/form-screen.tsx'
import { NoRecord } from '#src/crud/no-record.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useActor } from '#src/session/actor.ts'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

/** What the two say in the same words. */
const shared = [
  'phone',
  'name',
  'customer',
  'altPhone',
  'email',
  'address',
  'pincode',
  'area',
  'city',
  'state',
  'country',
  'dealerBranch',
] as const

/** A job for what was sold with an order: its customer stands there, and its device where only one was sold. */
export function JobForOrder(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const actor = useActor()
  const { row, loading, error } = useRecord(order, id)
  if (!row) return <NoRecord screens={{ ...props.screens, module: order }} loading={loading} error={error} />
  const about = row.number && <RecordNumber number={row.number} />
  const form = (start: Values) => (
    <RecordForm
      key={id}
      {...props}
      start={start}
      about={about}
      {...(can(actor, order, 'details') && { after: `/orders/orders-details/${id}` })}
    />
  )
  return (
    <FoundRows module={unit} query={{ filter: { order: [id] } }}>
      {found => (found?.loading ? <SkeletonRows rows={5} /> : form(startOf(row, onlyOne(found?.rows ?? []))))}
    </FoundRows>
  )
}

/** Where several were sold, somebody says which. What has its replacement is none of them: they have the other one. */
function onlyOne(devices: readonly Unit[]): Unit | null {
  const theirs = devices.filter(({ replacedBy }) => replacedBy === null)
  return theirs.length === 1 ? theirs[0]! : null
}

function startOf(sale: Order, device: { id: number; product: number; serial: string } | null): Values {
  const same = Object.fromEntries(shared.map(field => [field, sale[field]]))
  const products = [...new Set(sale.lines.map(({ product }) => product))]
  return {
    ...same,
    order: sale.id,
    unit: device?.id ?? null,
    serial: device?.serial ?? null,
    product: device?.product ?? (products.length === 1 ? products[0] : null),
  }
}
