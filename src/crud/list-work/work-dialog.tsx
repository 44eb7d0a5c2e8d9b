import Download from 'lucide-react/icons/download'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { workPath, type WorkState } from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import type { CallFailure } from '#src/data/use-call.ts'
import { useFile } from '#src/data/use-file.ts'
import { useWork, useWorkDeeds } from '#src/data/use-work.ts'
import { nounFor, useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { OutOfReach, useOutOfReach } from '../needs-server.tsx'
import { Refusals } from './refusals.tsx'
import { useWorkWords } from './use-work-words.ts'
import { hideWork, leaveWork, showWork } from './work-signal.ts'

type Props = {
  id: string
  module: Module
  /** Where a record's page is, for this person. */
  linkTo: (id: number) => string | undefined
}

/** How far a work is, and in the end what it did and did not do. It goes on when this is closed. */
export function WorkDialog({ id, module, linkTo }: Props) {
  const { t } = useTranslation('crud')
  const { work, error } = useWork(id)
  const words = useWorkWords(module)
  const isRunning = work?.state === 'running'
  const close = () => (isRunning || !work ? hideWork() : leaveWork(id))
  return (
    <Dialog
      open
      sticky
      size="md"
      onClose={close}
      title={work ? words.title(work) : t('listWork.work.title')}
      footer={work && <Deeds work={work} onClose={close} />}
    >
      {error && <Banner tone="warning">{t('listWork.work.unreachable', { why: error.message })}</Banner>}
      {work === undefined ? (
        <Skeleton className="h-12" />
      ) : work === null ? (
        <p className="text-muted">{t('listWork.work.gone')}</p>
      ) : isRunning ? (
        <Running work={work} />
      ) : (
        <Report work={work} module={module} linkTo={linkTo} onOpen={close} />
      )}
    </Dialog>
  )
}

function Running({ work }: { work: WorkState }) {
  const { t } = useTranslation('crud')
  return (
    <div className="grid gap-3">
      <Progress label={t('listWork.work.progress')} value={work.total > 0 ? work.done / work.total : undefined} />
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>{t('listWork.work.doneOf', { done: formatNumber(work.done), total: formatNumber(work.total) })}</span>
        {work.failedCount > 0 && (
          <span className="text-danger-text">
            {t('listWork.work.failed', { count: work.failedCount, shown: formatNumber(work.failedCount) })}
          </span>
        )}
      </p>
      <p className="text-30 text-muted">{t('listWork.work.goesOn')}</p>
    </div>
  )
}

type ReportProps = { work: WorkState; module: Module; linkTo: Props['linkTo']; onOpen: () => void }

function Report({ work, module, linkTo, onOpen }: ReportProps) {
  const { t } = useTranslation('crud')
  const words = useWorkWords(module)
  const named = useWords(module)
  const left = work.total - work.done
  const bad = work.failedCount > 0 || work.state === 'stopped'
  return (
    <>
      <Banner
        tone={bad ? 'warning' : work.state === 'cancelled' ? 'info' : 'success'}
        title={words.outcome(work)}
        announce
      >
        {work.message ??
          (work.state === 'cancelled'
            ? t('listWork.work.rest', { count: left, shown: formatNumber(left), nouns: nounFor(named, left) })
            : null)}
      </Banner>
      <Refusals refused={work.failed} count={work.failedCount} linkTo={linkTo} onOpen={onOpen} />
    </>
  )
}

function Deeds({ work, onClose }: { work: WorkState; onClose: () => void }) {
  const { t } = useTranslation('crud')
  const deeds = useWorkDeeds()
  const [busy, setBusy] = useState('')
  const { busy: saving, failed, setFailed, save } = useFile(`${workPath(work.id)}/report`)
  const away = useOutOfReach()
  const run = async (what: string, deed: () => Promise<{ answer: unknown } | { failure: CallFailure }>) => {
    if (busy) return
    setBusy(what)
    setFailed('')
    const called = await deed()
    setBusy('')
    if ('failure' in called) return setFailed(called.failure.message)
    if (what === 'cancel') return
    leaveWork(work.id)
    showWork(called.answer as string)
  }
  if (work.state === 'running')
    return (
      <>
        <Button onClick={onClose}>{t('listWork.work.background')}</Button>
        <Button loading={busy === 'cancel'} onClick={() => void run('cancel', () => deeds.cancel(work.id))}>
          {t('listWork.work.cancel')}
        </Button>
      </>
    )
  return (
    <>
      <OutOfReach away={away && (work.undoable || work.failedCount > 0)} />
      <Refused why={failed} className="basis-full" />
      {work.failedCount > 0 && (
        <>
          <Button icon={Download} loading={saving} onClick={() => save({}, 'report.csv')}>
            {t('listWork.work.report')}
          </Button>
          {!work.undoOf && (
            <Button
              icon={RotateCcw}
              loading={busy === 'retry'}
              disabled={away}
              onClick={() => void run('retry', () => deeds.retry(work.id))}
            >
              {t('listWork.work.retry', { count: work.failedCount, shown: formatNumber(work.failedCount) })}
            </Button>
          )}
        </>
      )}
      {work.undoable && (
        <Button
          icon={Undo2}
          loading={busy === 'undo'}
          disabled={away}
          onClick={() => void run('undo', () => deeds.undo(work.id))}
        >
          {t('undo')}
        </Button>
      )}
      <Button variant="primary" onClick={onClose}>
        {t('listWork.work.close')}
      </Button>
    </>
  )
}
