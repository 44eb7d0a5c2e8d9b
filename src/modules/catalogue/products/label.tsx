import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { shortCode } from '#contract/short-code.ts'
import type { LabelProps, RecordLabel } from '#src/labels/label-of.ts'
import { SmallLabel } from '#src/labels/small-label.tsx'

/** What sticks to a part, or to the shelf where it lies. The maker's bar code stands on it, where there is one. */
function PartLabel({ row, size, dpi }: LabelProps) {
  const { id, name, code, barcode } = row as unknown as Part
  return (
    <SmallLabel size={size} dpi={dpi} code={`${location.origin}/s/${shortCode(part, id)}`} said={barcode ?? code}>
      <p className="line-clamp-3 font-semibold">{name}</p>
      <p className="ltr line-clamp-1 text-[3mm] font-semibold">{code}</p>
      {barcode && barcode !== code && <p className="ltr line-clamp-1">{barcode}</p>}
    </SmallLabel>
  )
}

export const partLabel: RecordLabel = { Label: PartLabel }
