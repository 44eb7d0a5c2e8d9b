import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  return <>{field.words.short(field.name, asText(value))}</>
}

function Page({ field, value }: CellProps) {
  return <>{field.words.option(field.name, asText(value))}</>
}

export const choice: KindView = { Cell, Page }
