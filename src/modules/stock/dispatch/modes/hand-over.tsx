import Handshake from 'lucide-react/icons/handshake'
import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { useData } from '#src/data/data.ts'
import { refused } from '#src/offline/outcome.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useMoves } from '#src/data/use-writes.ts'
import { BottomBar } from '#src/parts/bottom-bar.tsx'
import { playSound } from '#src/parts/sounds.ts'
import { isOver } from '#src/scan/modes/entries.ts'
import { ModeBoard } from '#src/scan/modes/mode-board.tsx'
import { useBatch } from '#src/scan/modes/use-batch.ts'
import { useScanMode } from '#src/scan/modes/use-scan-mode.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { isInTheWay, whyNotGiven, type Collected } from './judge-parcel.ts'
import { kinds, useParcelWords } from './use-parcels.ts'

const manifestOf = (ids: readonly number[]) => `/dispatch/dispatch-manifest?ids=${ids.join(',')}`

/** At the van of a courier: parcels are scanned, one press hands all of them over, and their manifest is printed. */
export function HandOver() {
  const { t } = useTranslation('dispatch')
  const { db } = useData()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const words = useParcelWords()
  const move = useMoves(dispatch)
  const scanning = useScanMode<Collected>({
    name: 'handOver',
    kinds,
    judge: (row, _, entries) => {
      const parcel = row as unknown as Dispatch
      if (words.mayNot(parcel)) return words.wrong(parcel, 'mayNot', false)
      const others = entries.filter(({ state }) => state === 'taken').map(({ data }) => data)
      const why = whyNotGiven(parcel, others)
      return why ? words.wrong(parcel, why, isInTheWay(why)) : words.right(parcel)
    },
  })
  const { running, run } = useBatch(scanning, async ({ about, data }) => {
    const row = await readRecord(db, dispatch, about.id)
    // The list may be days old: it may be another courier's by now.
    const why = whyNotGiven(row as unknown as Dispatch, [data])
    return why ? refused('not-now', words.why(row as unknown as Dispatch, why)) : move(row, 'handOver')
  })
  const { entries } = scanning
  const taken = entries.filter(({ state }) => state === 'taken')
  const failed = entries.filter(({ state }) => state === 'failed')
  const over = entries.filter(isOver)
  const courier = taken[0] && words.courier(taken[0].data.courier)
  const handOver = async () => {
    const { done, failed } = await run()
    playSound(failed > 0 ? 'wrong' : 'right')
    if (failed === 0 && done.length > 0 && isHere.current) await navigate(manifestOf(done))
  }
  const count = taken.length
  return (
    <>
      <ModeBoard
        scanning={scanning}
        counter={
          running
            ? { ...running, progress: t('screen.modes.handingOver'), text: t('screen.modes.handingOver') }
            : count === 0 && over.length > 0
              ? { done: over.length, total: over.length + failed.length, text: t('screen.modes.handedOver') }
              : { done: count, total: null, text: courier ?? t('screen.modes.noneYet') }
        }
        first={{ title: t('screen.modes.first'), text: t('screen.modes.firstText') }}
        lists={[
          { title: t('screen.modes.refused'), entries: failed },
          { title: t('screen.modes.toHandOver'), entries: taken },
          { title: t('screen.modes.handedOver'), entries: over },
        ]}
        onClear={entries.length > 0 ? () => void scanning.clear() : undefined}
        locked={running !== null}
      />
      {entries.length > 0 && (
        <BottomBar>
          {over.length > 0 && (
            <ButtonLink
              size="xl"
              icon={Printer}
              variant={count === 0 ? 'primary' : undefined}
              to={manifestOf(over.toReversed().map(({ about }) => about.id))}
            >
              {t('screen.modes.manifest', { count: over.length })}
            </ButtonLink>
          )}
          {(count > 0 || running) && (
            <Button
              block
              size="xl"
              variant="primary"
              icon={Handshake}
              loading={running !== null}
              disabled={scanning.blocked}
              onClick={() => void handOver()}
            >
              {t('screen.modes.handOverAll', { count, courier })}
            </Button>
          )}
        </BottomBar>
      )}
    </>
  )
}
