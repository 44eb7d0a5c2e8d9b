import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { refusalOf } from '#contract/record-rules.ts'
import { useConnection } from '#src/data/use-connection.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useWords } from '#src/fields/words.ts'
import { mayWait } from '#contract/may-wait.ts'
import { useActs } from './acts/use-acts.ts'
import type { Values } from '#src/form/check.ts'
import type { Screens } from './screens.ts'
import { useAskedMoves } from './use-asked-moves.tsx'
import { whyNot } from './why-not.ts'

/** Making moves on the record of a page, one at a time. */
export function useMoveDeeds(
  screens: Screens,
  row: Row,
  title: string,
  onRefused: (message: string) => void,
  /** It was made: how the record stands by it. */
  onMade?: (row: Row) => void,
) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const acts = useActs(module)
  const { online } = useConnection()
  const [busy, setBusy] = useState<string | null>(null)

  const make = async (row: Row, move: string, args: Values): Promise<Outcome> => {
    setBusy(move)
    const outcome = await acts.move(row, move, args)
    setBusy(null)
    if (outcome.state === 'saved' || outcome.state === 'waiting') onMade?.(outcome.row ?? row)
    return outcome
  }
  const { ask, dialog } = useAskedMoves(screens, make, row)
  const press = async (move: string) => {
    if (busy !== null) return
    const isAway = !online && !mayWait(module, move)
    const refusal = refusalOf(module, move, row) ?? ''
    onRefused(isAway ? t('waiting.needsServer', { move: words.move(move) }) : refusal)
    if (isAway || refusal) return
    const outcome = await ask({ row, move, name: title })
    if (outcome) onRefused(whyNot(outcome))
  }
  return { busy, press: (move: string) => void press(move), dialog }
}
