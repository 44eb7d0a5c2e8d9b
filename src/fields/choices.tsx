import { asTexts, type CellProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  const chosen = asTexts(value).map(option => field.words.option(field.name, option))
  return <>{chosen.join(', ')}</>
}

export const choices: KindView = { Cell, label: 'group' }
