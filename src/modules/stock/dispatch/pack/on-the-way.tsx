import ExternalLink from 'lucide-react/icons/external-link'
import PackageCheck from 'lucide-react/icons/package-check'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { movesOf } from '#contract/record-rules.ts'
import { useMoveDeeds } from '#src/crud/detail-moves.tsx'
import { RecordStage } from '#src/fields/record-stage.tsx'
import type { Screens } from '#src/crud/screens.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { dispatchContents } from '../../dispatch-contents.ts'
import { AddEvent } from './add-event.tsx'
import { BottomBar } from '#src/parts/bottom-bar.tsx'
import { DispatchFacts } from '../dispatch-facts.tsx'
import { Events } from '../events.tsx'
import { labelPath } from '../for/kinds.ts'
import { useTracking } from '../use-tracking.ts'

const screens: Screens<typeof dispatch> = { module: dispatch, routes: {}, ...dispatchContents }
const printable: readonly string[] = ['handedOver']
/** What comes next at best; the others stand beside it. */
const best = ['deliver', 'takeBack'] as const

/** A parcel that somebody else has: where it is, what was told of it, and what becomes of it. */
export function OnTheWay({ row, at }: { row: Dispatch; at: number }) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const [refused, setRefused] = useState('')
  const title = row.number ?? t('screen.parcel', { at })
  const { busy, press, dialog } = useMoveDeeds(screens, row, title, setRefused)
  const moves = (movesOf(dispatch, row, useActor()) as readonly string[]).filter(move => move !== 'reprint')
  const next = best.find(move => moves.includes(move))
  const tracking = useTracking(row)
  const told = moves.includes('deliver') && row.events.findLast(({ kind }) => kind === 'delivered')
  return (
    <section aria-label={t('screen.parcel', { at })} className="grid gap-4">
      {refused && (
        <Banner tone="danger" announce onDismiss={() => setRefused('')}>
          {refused}
        </Banner>
      )}
      {told && <Banner tone="neutral">{t('screen.courier.toldDelivered', { at: formatDateTime(told.at) })}</Banner>}
      <Card
        title={title}
        aside={
          <span data-mark="green" className="text-30">
            <RecordStage module={dispatch} stage={row.stage} words={words} />
          </span>
        }
      >
        <DispatchFacts row={row} />
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          {tracking && (
            <ButtonLink icon={ExternalLink} to={tracking} target="_blank" rel="noreferrer">
              {t('screen.track')}
            </ButtonLink>
          )}
          {printable.includes(row.stage) && (
            <ButtonLink icon={Printer} to={labelPath(row)}>
              {t('screen.label')}
            </ButtonLink>
          )}
        </div>
      </Card>
      <Card title={words.field('events')} aside={moves.length > 0 && <AddEvent row={row} />}>
        <Events row={row} />
      </Card>
      {moves.length > 0 && (
        <BottomBar>
          {moves
            .filter(move => move !== next)
            .map(move => (
              <Button
                key={move}
                size="xl"
                variant={move === 'lose' ? 'danger' : 'secondary'}
                loading={busy === move}
                onClick={() => press(move)}
              >
                {words.move(move)}
              </Button>
            ))}
          {next && (
            <Button
              block
              size="xl"
              variant="primary"
              icon={PackageCheck}
              loading={busy === next}
              onClick={() => press(next)}
            >
              {words.move(next)}
            </Button>
          )}
        </BottomBar>
      )}
      {dialog}
    </section>
  )
}
