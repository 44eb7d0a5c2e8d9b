import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <>{asText(value)}</>
}

export const longText: KindView = { Cell, wide: true }
