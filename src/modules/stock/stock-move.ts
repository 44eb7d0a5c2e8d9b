import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { part } from '#contract/modules/catalogue/part.ts'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

/** One piece for all that say where goods are: each way to a piece is loaded by everybody. */
const levels = () => import('./levels/level-pages.tsx')

export const stockMovePages = definePages(stockMove, {
  icon: ArrowLeftRight,
  routes: {
    '/stock-move/stock-move-list': { title: 'stockMove:titles.list', may: 'list', page: ListScreen },
    '/stock-move/stock-move-create': { title: 'stockMove:titles.create', may: 'create', page: FormScreen },
    '/stock-move/product-stock/:id': {
      title: 'stockMove:titles.product',
      may: 'list',
      page: lazyPage(() => levels().then(it => it.ProductStockPage)),
    },
    '/stock-move/part-stock/:id': {
      title: 'heldPart:titles.part',
      may: { of: heldPart, action: 'list' },
      page: lazyPage(() => levels().then(it => it.PartStockPage)),
      record: part,
    },
    '/stock-move/my-stock': {
      title: 'heldPart:titles.mine',
      may: { of: heldPart, action: 'list' },
      page: lazyPage(() => levels().then(it => it.MyStockPage)),
    },
  },
  contents: () => import('./stock-move-contents.ts').then(it => it.stockMoveContents),
})
