import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { FormScreen, ListScreen } from '#src/crud/pages.ts'
import { defineScreens } from '#src/crud/screens.ts'

export const stockMoveScreens = defineScreens(stockMove, {
  icon: ArrowLeftRight,
  columns: ['number', 'at', 'unit', 'part', 'qty', 'from', 'to', 'cause'],
  form: [['unit', 'part'], ['qty', 'cause'], ['from', 'to'], ['note']],
  routes: {
    '/stock-move/stock-move-list': { title: 'stockMove:titles.list', may: 'list', page: ListScreen },
    '/stock-move/stock-move-create': { title: 'stockMove:titles.create', may: 'create', page: FormScreen },
  },
})
