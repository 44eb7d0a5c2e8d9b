import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <a href={`mailto:${asText(value)}`} dir="ltr" className="link">
      {asText(value)}
    </a>
  )
}

export const email: KindView = { Cell }
