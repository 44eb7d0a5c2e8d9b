import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

export const stockMoveContents = defineContents(stockMove, {
  columns: ['number', 'at', 'unit', 'part', 'product', 'colour', 'qty', 'from', 'to', 'person', 'cause'],
  form: [['unit', 'part'], ['product', 'colour'], ['qty', 'cause'], ['from', 'to'], ['person'], ['note']],
  inputs: { colour: piece(() => import('./levels/own-colour.tsx').then(({ OwnColour }) => OwnColour)) },
})
