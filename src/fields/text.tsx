import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <>{asText(value)}</>
}

export const text: KindView = { Cell }
