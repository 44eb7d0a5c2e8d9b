import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { actionsOf, movesOf } from '#contract/rules.ts'
import { useConnection } from '#src/data/use-connection.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { mayWait } from '#contract/may-wait.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { useActs } from './acts/use-acts.ts'
import type { Values } from '#src/form/check.ts'
import { MoveDialog } from './move-dialog.tsx'
import type { Screens } from './screens.ts'
import { whyNot } from './why-not.ts'

/** The moves that this person may make on a record as it stands. */
export function useMovesNow({ module, mayWrite = () => true }: Screens, row: Row): string[] {
  const actor = useActor()
  return movesOf(module, row, actor).filter(move => mayWrite(row, actor, actionsOf(module.moves![move]!)))
}

/** Making moves on a record: at once, after a question where it is an approval, or with what the move asks for. */
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
  const [asking, setAsking] = useState<string | null>(null)

  const run = async (move: string, args: Values): Promise<Outcome> => {
    setBusy(move)
    const outcome = await acts.move(row, move, args)
    setBusy(null)
    if (outcome.state === 'saved' || outcome.state === 'waiting') onMade?.(outcome.row ?? row)
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
      <Own record={row} screens={screens} move={asking!} onClose={() => setAsking(null)} />
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
