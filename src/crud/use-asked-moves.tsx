import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useWords } from '#src/fields/words.ts'
import type { Values } from '#src/form/check.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { nameOf } from './acts/name-of.ts'
import { MoveDialog } from './move-dialog.tsx'
import type { Screens } from './screens.ts'

type Asked = {
  row: Row
  move: string
  /** What the dialog is called, and the button that agrees; the word for the move, unless given. */
  title?: string
  label?: string
  /** What the record is called; its own name, unless given. */
  name?: string
}

/** Making moves: at once, after a question where it is an approval, or with what the move asks for. */
export function useAskedMoves(
  screens: Screens,
  make: (row: Row, move: string, args: Values) => Promise<Outcome>,
  /** The record as it is by now, where there is one alone. */
  now?: Row,
): { ask: (asked: Asked) => Promise<Outcome | null>; dialog: ReactNode } {
  const { module } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [asking, setAsking] = useState<Asked | null>(null)

  /** Null where nothing was made: somebody thought better of it, or says more first. */
  const ask = async (asked: Asked): Promise<Outcome | null> => {
    const { row, move, label = words.move(move), name = nameOf(module, row) } = asked
    const declared = module.moves?.[move]
    if (declared?.args || screens.moves?.[move]) {
      setAsking(asked)
      return null
    }
    const question = { title: t('detail.sureOf', { move: words.move(move), title: name }), confirmLabel: label }
    return declared?.needs === 'approve' && !(await confirm(question)) ? null : make(row, move, {})
  }
  if (!asking) return { ask, dialog: null }
  const { move, title = words.move(move) } = asking
  const row = now ?? asking.row
  const close = () => setAsking(null)
  const Own = screens.moves?.[move]
  const dialog = Own ? (
    <Suspense>
      <Own record={row} screens={screens} move={move} onClose={close} />
    </Suspense>
  ) : (
    <MoveDialog module={module} move={move} title={title} onMake={args => make(row, move, args)} onClose={close} />
  )
  return { ask, dialog }
}
