import { color } from '#contract/lists/stock.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import type { Counted } from '#contract/modules/stock/count-compare.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useItem } from '#src/data/use-list.ts'
import { RecordName } from '#src/fields/reference.tsx'

type What = Pick<Counted, 'unit' | 'part' | 'product' | 'colour' | 'text'>

/** What was counted: a product in its colour, a part, or the code that nobody knows. Of a device what it is one of. */
export function CountedName({ of }: { of: What }) {
  if (of.unit !== null && of.product === null) return <DeviceName id={of.unit} />
  if (of.part !== null) return <RecordName module={part} id={of.part} />
  if (of.product !== null) return <ProductName id={of.product} colour={of.colour} />
  return <span className="ltr wrap-anywhere">{of.text}</span>
}

function ProductName({ id, colour }: { id: number; colour: number | null }) {
  const label = useItem(color.name, colour)?.label
  return (
    <>
      <RecordName module={product} id={id} /> {label && <span className="font-normal text-muted">{label}</span>}
    </>
  )
}

function DeviceName({ id }: { id: number }) {
  const { row: device } = useRecord(unit, id)
  return device ? (
    <ProductName id={device.product} colour={device.colour} />
  ) : (
    <span className="ltr">
      <RecordName module={unit} id={id} />
    </span>
  )
}
