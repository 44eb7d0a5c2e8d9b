import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { heldPart, type HeldPart } from '#contract/modules/stock/held-part.ts'
import { useSayKept } from '#src/crud/say-waiting.ts'
import type { Screens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'
import { StockDrawer } from '../levels/stock-drawer.tsx'
import type { HeldDeed } from './held-table.tsx'

const FormDrawer = piece(() => import('#src/crud/form-drawer.tsx').then(it => it.FormDrawer))
const screens: Screens<typeof heldPart> = { module: heldPart, routes: {}, columns: [], form: [['minimum']] }

export type HeldAsked = { deed: HeldDeed; row: HeldPart }

/** What is done about what somebody has of a part. */
export function HeldDrawer({ asked, onClose, onDone }: { asked: HeldAsked; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('stockMove')
  const sayKept = useSayKept()
  const { deed, row } = asked
  if (deed !== 'minimum')
    return <StockDrawer asked={{ deed, part: row.part!, person: row.person! }} onClose={onClose} onDone={onDone} />
  return (
    <Suspense>
      <FormDrawer
        screens={screens}
        id={row.id}
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
