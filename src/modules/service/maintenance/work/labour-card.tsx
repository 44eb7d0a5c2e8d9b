import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import Square from 'lucide-react/icons/square'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyLine } from '#contract/empty-line.ts'
import { metaOf } from '#contract/fields.ts'
import { user } from '#contract/modules/access/user.ts'
import { isCovered } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime, formatMoney } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { AskMinutes } from './ask-minutes.tsx'
import { useTimer } from './use-timer.ts'
import type { WorkForm } from './use-work-form.ts'

type Work = Maintenance['labour'][number]
const labourIn = (values: Record<string, unknown>) => values.labour as Work[]
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** How long somebody worked: by a clock that goes on whatever happens to the page, or as they say. */
export function LabourCard({ work }: { work: WorkForm }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const me = useActor().id
  const newId = useNewId()
  const timer = useTimer(work.base.id, work.base.labour)
  const [asks, setAsks] = useState<'timer' | 'more' | null>(null)
  const [failed, setFailed] = useState('')
  const lines = labourIn(work.form.values)
  const put = (to: (lines: Work[]) => Work[]) => work.amend(values => ({ labour: to(labourIn(values)) }))
  const add = (id: number, minutes: number) =>
    put(lines => {
      if (lines.some(line => line.id === id)) return lines
      const rate = lines.findLast(line => line.user === me)
      const same = rate ? { rate: rate.rate, taxRate: rate.taxRate, pays: rate.pays } : {}
      return [...lines, { ...emptyLine(metaOf(maintenance.fields.labour)), ...same, id, user: me, minutes } as Work]
    })
  const attempt = (deed: () => Promise<void>) => {
    setFailed('')
    deed().catch((error: unknown) => setFailed(failureOf(error)!.message))
  }
  const stop = () => {
    if (timer.line === null) return
    if (timer.isLong) return setAsks('timer')
    add(timer.line, Math.max(1, timer.minutes))
  }
  const said = (minutes: number) => {
    setAsks(null)
    if (asks === 'timer' && timer.line !== null) add(timer.line, minutes)
    else attempt(async () => add(await newId(), minutes))
  }
  return (
    <Card
      flush
      title={words.field('labour')}
      aside={
        <Button size="lg" variant="accent" icon={Plus} onClick={() => setAsks('more')}>
          {t('screen.work.addMinutes')}
        </Button>
      }
    >
      {failed && (
        <Banner tone="danger" announce onDismiss={() => setFailed('')}>
          {failed}
        </Banner>
      )}
      {timer.isLong && timer.since !== null && (
        <Banner
          tone="warning"
          title={t('screen.work.leftRunning')}
          actions={
            <Button size="xs" onClick={() => attempt(timer.discard)}>
              {t('screen.work.discardTimer')}
            </Button>
          }
        >
          {t('screen.work.leftRunningText', { since: formatDateTime(new Date(timer.since)) })}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3 border-b p-4">
        <output
          aria-label={t('screen.work.timer')}
          data-runs={timer.runs}
          className="min-w-20 text-70 font-semibold tabular-nums data-[runs=true]:text-success-text"
        >
          {clock(timer.minutes)}
        </output>
        {timer.line === null ? (
          <Button size="xl" icon={Play} className="max-sm:flex-1" onClick={() => attempt(timer.start)}>
            {t('screen.work.startTimer')}
          </Button>
        ) : (
          <>
            <Button
              size="xl"
              icon={timer.runs ? Pause : Play}
              className="max-sm:flex-1"
              onClick={() => attempt(timer.runs ? timer.pause : timer.goOn)}
            >
              {t(timer.runs ? 'screen.work.pauseTimer' : 'screen.work.resumeTimer')}
            </Button>
            <Button size="xl" icon={Square} className="max-sm:flex-1" onClick={stop}>
              {t('screen.work.stopTimer')}
            </Button>
          </>
        )}
      </div>
      <ul>
        {lines.map(line => (
          <li key={line.id} className="flex min-h-14 items-center gap-3 border-b px-4 py-2 last:border-0">
            <span className="grid min-w-0 flex-1">
              <span className="wrap-anywhere">
                {line.user === null ? '—' : <RecordName module={user} id={line.user} />}
              </span>
              <span className="text-30 text-muted">
                {isCovered(work.base.cover, line)
                  ? t('screen.work.covered')
                  : t('screen.work.perHour', { rate: formatMoney(line.rate) })}
              </span>
            </span>
            <Field
              hideLabel
              className="w-28 shrink-0"
              label={words.field('labour.minutes')}
              error={work.form.errors[`labour.${line.id}.minutes`]}
            >
              <NumberInput
                size="lg"
                min={1}
                suffix={t('screen.work.min')}
                value={line.minutes}
                onChange={minutes =>
                  work.form.amend(values => ({
                    labour: labourIn(values).map(one => (one.id === line.id ? { ...one, minutes } : one)),
                  }))
                }
                onBlur={work.keep}
              />
            </Field>
            <IconButton
              size="lg"
              icon={Trash2}
              label={t('screen.work.removeNamed', { name: t('screen.panel.minutes', { count: line.minutes }) })}
              onClick={() => put(lines => lines.filter(one => one.id !== line.id))}
            />
          </li>
        ))}
      </ul>
      {asks && <AskMinutes long={asks === 'timer'} onSay={said} onClose={() => setAsks(null)} />}
    </Card>
  )
}
