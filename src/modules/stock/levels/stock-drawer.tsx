import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { useSayKept } from '#src/crud/say-waiting.ts'
import type { Screens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'
import { stockMoveContents } from '../stock-move-contents.ts'

const FormDrawer = piece(() => import('#src/crud/form-drawer.tsx').then(it => it.FormDrawer))

/** What is done to a stock: what is asked for it, and what is known without asking. */
const deeds = {
  receive: { form: [['qty', 'colour'], ['note']], start: { from: 'supplier', to: 'stock', cause: 'purchase' } },
  count: { form: [['counted', 'colour'], ['note']], start: { from: 'stock', to: 'stock', cause: 'count' } },
  issue: { form: [['person', 'qty'], ['note']], start: { from: 'stock', to: 'technician', cause: 'move' } },
  giveBack: { form: [['qty'], ['note']], start: { from: 'technician', to: 'stock', cause: 'move' } },
  countHeld: { form: [['counted'], ['note']], start: { from: 'technician', to: 'technician', cause: 'count' } },
} as const
type Deed = keyof typeof deeds

/** What is done, to what, and with which person, where that is known. */
export type Asked = { deed: Deed; person?: number } & ({ product: number } | { part: number })

const screensFor = (deed: Deed, isProduct: boolean): Screens<typeof stockMove> => ({
  module: stockMove,
  routes: {},
  columns: [],
  form: isProduct
    ? deeds[deed].form
    : deeds[deed].form.map(row => (row as readonly (typeof row)[number][]).filter(field => field !== 'colour')),
  inputs: stockMoveContents.inputs ?? {},
})

/** One move of goods, at the side of the page that shows where they are. */
export function StockDrawer({ asked, onClose, onDone }: { asked: Asked; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('stockMove')
  const sayKept = useSayKept()
  const { deed, ...known } = asked
  const of = 'product' in known ? known.product : known.part
  return (
    <Suspense>
      <FormDrawer
        screens={screensFor(deed, 'product' in known)}
        title={t(`screen.levels.${deed}`)}
        place={[deed, of, known.person].filter(part => part !== undefined).join(':')}
        start={{ ...deeds[deed].start, ...known }}
        onClose={onClose}
        onSaved={outcome => {
          sayKept(outcome, t('screen.levels.done'))
          onClose()
          onDone()
        }}
      />
    </Suspense>
  )
}
