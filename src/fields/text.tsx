import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return <bdi>{asText(value)}</bdi>
}

export const text: KindView = { Cell }
