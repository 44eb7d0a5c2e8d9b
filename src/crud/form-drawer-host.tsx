import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { titleOf } from '#src/data/use-titles.ts'
import { piece } from '#src/lib/piece.ts'
import { useCan } from '#src/session/actor.ts'
import { useSayKept } from './say-waiting.ts'
import { FORM, pathTo, type ScreenProps } from './screens.ts'
import { useAddressWord } from './use-address-word.ts'

const FormDrawer = piece(() => import('./form-drawer.tsx').then(({ FormDrawer }) => FormDrawer))

/** The form of a module that has no page for it: open while the address says so (`?form=new`, `?form=12`). */
export function FormDrawerHost({ screens }: Pick<ScreenProps, 'screens'>) {
  const [asked, ask] = useAddressWord(FORM)
  const [round, setRound] = useState(0)
  const { t } = useTranslation('crud')
  const sayKept = useSayKept()
  const { module } = screens
  const id = asked === null || asked === 'new' ? undefined : Number(asked)
  const may = useCan(module, id === undefined ? 'create' : 'edit')
  // Where there is a page, the page is the place.
  if (asked === null || !may || pathTo(screens, id === undefined ? 'create' : 'edit')) return null
  return (
    <Suspense>
      <FormDrawer
        key={`${asked}.${round}`}
        screens={screens}
        id={id}
        onClose={() => ask(null)}
        onSaved={(outcome, next) => {
          const name = outcome.state === 'saved' ? titleOf(module, outcome.row) : ''
          sayKept(outcome, t('form.savedNamed', { name }))
          if (next && id === undefined) setRound(round => round + 1)
          else ask(null)
        }}
      />
    </Suspense>
  )
}
