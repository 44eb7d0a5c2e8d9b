import { product } from '#contract/modules/catalogue/product.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { warrantyVerdict } from '#contract/warranty.ts'
import { WarrantyCard } from '#src/parts/warranty-card.tsx'
import { useRecord } from '#src/data/use-records.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asNumber, type InputProps } from '#src/fields/view.ts'
import { today } from '#src/lib/format.ts'
import { useHouse } from '#src/session/house.ts'

/** The device by its serial number; below it at once whether it is under warranty, and why. */
export function UnitInput(props: InputProps) {
  const Input = inputs[props.field.meta.kind]
  const id = asNumber(props.value)
  return (
    <div className="grid gap-3">
      <Input {...props} />
      {id !== null && <Verdict id={id} />}
    </div>
  )
}

/** Nothing where the device cannot be read: what is not known is not guessed. */
export function Verdict({ id }: { id: number }) {
  const { row } = useRecord(unit, id)
  return row ? <Known device={row} /> : null
}

function Known({ device }: { device: Unit }) {
  const { warrantyStart } = useHouse()
  const { row: model } = useRecord(product, device.product)
  return (
    <WarrantyCard
      verdict={warrantyVerdict(device, today(), { start: warrantyStart, days: model?.warrantyDays ?? null })}
    />
  )
}
