import { clsx } from 'clsx'
import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { shortCode } from '#contract/short-code.ts'
import type { LabelProps, RecordLabel } from '#src/labels/label-of.ts'
import { SmallLabel } from '#src/labels/small-label.tsx'

/** What sticks to a part, or to the shelf where it lies. The maker's bar code stands on it, where there is one. */
function PartLabel({ row, size, dpi }: LabelProps) {
  const { id, name, code, barcode } = row as unknown as Part
  const other = barcode === code ? null : barcode
  return (
    <SmallLabel size={size} dpi={dpi} code={`${location.origin}/s/${shortCode(part, id)}`} said={barcode ?? code}>
      {/* Three lines and two numbers are higher than the lowest label has room for above its bars. */}
      <p className={clsx('font-semibold', other ? 'line-clamp-2' : 'line-clamp-3')}>{name}</p>
      <p className="ltr line-clamp-1 text-[3mm] font-semibold">{code}</p>
      {other && <p className="ltr line-clamp-1">{other}</p>}
    </SmallLabel>
  )
}

export const partLabel: RecordLabel = { Label: PartLabel }
