import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useConnection } from '#src/data/use-connection.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useMoves } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { mayWait } from '#contract/may-wait.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import type { Values } from './check.ts'
import { MoveDialog } from './move-dialog.tsx'
import { outcomeOf } from './outcome-of.ts'
import { useSayWaiting } from './say-waiting.ts'
import type { Screens } from './screens.ts'
import { whyNot } from './why-not.ts'

/** Making moves on a record: at once, after a question where it is an approval, or with what the move asks for. */
export function useMoveDeeds(screens: Screens, row: Row, title: string, onRefused: (message: string) => void) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const sayWaiting = useSayWaiting()
  const words = useWords(module)
  const make = useMoves(module)
  const { online } = useConnection()
  const [busy, setBusy] = useState<string | null>(null)
  const [asking, setAsking] = useState<string | null>(null)

  const run = async (move: string, args: Values): Promise<Outcome> => {
    setBusy(move)
    const outcome = await outcomeOf(() => make(row, move, args))
    setBusy(null)
    sayWaiting(outcome)
    if (outcome.state === 'saved') toast(t('detail.moved', { move: words.move(move) }))
    return outcome
  }
  const press = async (move: string) => {
    if (busy !== null) return
    const declared = module.moves?.[move]
    onRefused(online || mayWait(module, move) ? '' : t('waiting.needsServer', { move: words.move(move) }))
    if (!online && !mayWait(module, move)) return
    if (declared?.args || screens.moves?.[move]) return setAsking(move)
    const question = { title: t('detail.sureOf', { move: words.move(move), title }), confirmLabel: words.move(move) }
    if (declared?.needs === 'approve' && !(await confirm(question))) return
    onRefused(whyNot(await run(move, {})))
  }
  const Own = asking === null ? undefined : screens.moves?.[asking]
  const dialog = Own ? (
    <Suspense>
      <Own record={row} screens={screens} onClose={() => setAsking(null)} />
    </Suspense>
  ) : (
    asking !== null &&
    module.moves?.[asking]?.args && (
      <MoveDialog
        module={module}
        move={asking}
        title={words.move(asking)}
        onMake={values => run(asking, values)}
        onClose={() => setAsking(null)}
      />
    )
  )
  return { busy, press: (move: string) => void press(move), dialog }
}
