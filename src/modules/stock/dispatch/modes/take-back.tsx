import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useData } from '#src/data/data.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useMoves } from '#src/data/use-writes.ts'
import { BottomBar } from '#src/parts/bottom-bar.tsx'
import { playSound } from '#src/parts/sounds.ts'
import { isOver } from '#src/scan/modes/entries.ts'
import { ModeBoard } from '#src/scan/modes/mode-board.tsx'
import { useBatch } from '#src/scan/modes/use-batch.ts'
import { useScanMode } from '#src/scan/modes/use-scan-mode.ts'
import { Button } from '#src/ui/button.tsx'
import { whyNotTakenIn, type Collected } from './judge-parcel.ts'
import { kinds, useParcelWords } from './use-parcels.ts'

/** At the gate: parcels that came back are scanned, and one press takes all of them in. No move takes that back. */
export function TakeBack() {
  const { t } = useTranslation('dispatch')
  const { db } = useData()
  const words = useParcelWords()
  const move = useMoves(dispatch)
  const scanning = useScanMode<Collected>({
    name: 'takeBack',
    kinds,
    judge: row => {
      const parcel = row as unknown as Dispatch
      const why = words.mayNot(parcel) ? 'mayNot' : whyNotTakenIn(parcel)
      return why ? words.wrong(parcel, why, false) : words.right(parcel)
    },
  })
  const takeIn = async (id: number): Promise<Outcome> => {
    const row = await readRecord(db, dispatch, id)
    if (row.stage === 'returning') return move(row, 'takeBack')
    // Nobody was told that it turned round: here it is.
    const turned = await move(row, 'turnBack')
    if (whyNot(turned) || turned.state === 'refused') return turned
    return move(turned.row ?? row, 'takeBack')
  }
  const { running, run } = useBatch(scanning, ({ about }) => takeIn(about.id))
  const { entries } = scanning
  const taken = entries.filter(({ state }) => state === 'taken')
  const failed = entries.filter(({ state }) => state === 'failed')
  const over = entries.filter(isOver)
  const count = taken.length
  const takeAll = async () => playSound((await run()).failed > 0 ? 'wrong' : 'right')
  return (
    <>
      <ModeBoard
        scanning={scanning}
        counter={
          running
            ? { ...running, progress: t('screen.modes.takingIn'), text: t('screen.modes.takingIn') }
            : count === 0 && over.length > 0
              ? { done: over.length, total: over.length + failed.length, text: t('screen.modes.takenIn') }
              : { done: count, total: null, text: t(count > 0 ? 'screen.modes.toTakeIn' : 'screen.modes.noneYet') }
        }
        first={{ title: t('screen.modes.firstBack'), text: t('screen.modes.firstBackText') }}
        lists={[
          { title: t('screen.modes.refused'), entries: failed },
          { title: t('screen.modes.toTakeIn'), entries: taken },
          { title: t('screen.modes.takenIn'), entries: over },
        ]}
        onClear={entries.length > 0 ? () => void scanning.clear() : undefined}
        locked={running !== null}
      />
      {(count > 0 || running) && (
        <BottomBar>
          <Button
            block
            size="xl"
            variant="primary"
            icon={Undo2}
            mirrored
            loading={running !== null}
            onClick={() => void takeAll()}
          >
            {t('screen.modes.takeAll', { count })}
          </Button>
        </BottomBar>
      )}
    </>
  )
}
