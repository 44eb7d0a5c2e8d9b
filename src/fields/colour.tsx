import { Swatch } from '#src/ui/swatch.tsx'
import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <span className="whitespace-nowrap">
      <Swatch colour={asText(value)} className="me-2 align-[-3px]" />
      <bdi dir="ltr" className="text-muted">
        {asText(value)}
      </bdi>
    </span>
  )
}

export const colour: KindView = { Cell }
