import { color } from '#contract/lists/stock.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { shortCode } from '#contract/short-code.ts'
import { useTitle } from '#src/data/use-titles.ts'
import type { LabelProps, RecordLabel } from '#src/labels/label-of.ts'
import { SmallLabel } from '#src/labels/small-label.tsx'

/** What sticks to a device: what it is, and which one. */
function UnitLabel({ row, size, dpi }: LabelProps) {
  const { id, serial, product: of, colour } = row as unknown as Unit
  const name = useTitle(product, of)
  const shade = useTitle(color, colour ?? 0)
  const code = `${location.origin}/s/${shortCode(unit, id)}`
  return (
    <SmallLabel size={size} dpi={dpi} code={code} said={serial}>
      <p className="line-clamp-2 font-semibold" data-pending={name === undefined || undefined}>
        {name}
      </p>
      {colour !== null && (
        <p className="line-clamp-1" data-pending={shade === undefined || undefined}>
          {shade}
        </p>
      )}
      <p className="ltr line-clamp-2 text-[3mm] font-semibold">{serial}</p>
    </SmallLabel>
  )
}

export const unitLabel: RecordLabel = { Label: UnitLabel }
