import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkState } from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useWork, useWorkDeeds } from '#src/data/use-work.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { toast } from '#src/ui/toast.ts'
import { useWorkWords } from './use-work-words.ts'
import { WorkDialog } from './work-dialog.tsx'
import { leaveWork, showWork, useWatchedWork, watchWork } from './work-signal.ts'

type Props = {
  /** Where a record's page is, for this person. */
  linkTo: (module: Module, id: number) => string | undefined
}

/** Long works at the edge of whatever page is open: how far they are, and what became of them. */
export function WorkDock({ linkTo }: Props) {
  const { t } = useTranslation('crud')
  const { ids, shown } = useWatchedWork()
  const all = shown === null || ids.includes(shown) ? ids : [...ids, shown]
  return (
    <section
      aria-label={t('listWork.work.title')}
      className="pointer-events-none fixed end-0 bottom-6 z-(--z-toast) grid w-full max-w-90 gap-2 px-4 max-sm:bottom-20 print:hidden"
    >
      {all.map(id => (
        <One key={id} id={id} isShown={shown === id} isFollowed={ids.includes(id)} linkTo={linkTo} />
      ))}
    </section>
  )
}

type OneProps = Props & { id: string; isShown: boolean; isFollowed: boolean }

function One({ id, isShown, isFollowed, linkTo }: OneProps) {
  const { register } = useData()
  const { work } = useWork(id)
  const module = work ? register[work.module] : undefined
  // The server has forgotten it, or it is somebody else's.
  const isGone = work === null
  useEffect(() => {
    if (isGone) leaveWork(id)
  }, [isGone, id])
  if (!work || !module) return null
  return (
    <>
      {isFollowed && <Ending work={work} module={module} />}
      {isShown ? (
        <WorkDialog id={id} module={module} linkTo={record => linkTo(module, record)} />
      ) : (
        <Card work={work} module={module} />
      )}
    </>
  )
}

/** Tells the lists, and says that all went well; what did not go well stays to be looked at. */
function Ending({ work, module }: { work: WorkState; module: Module }) {
  const queries = useQueryClient()
  const { pullNow } = useData()
  const deeds = useWorkDeeds()
  const words = useWorkWords(module)
  const isRunning = work.state === 'running'
  const undo = async () => {
    const called = await deeds.undo(work.id)
    if ('answer' in called) watchWork(called.answer)
    // The report says why not.
    else showWork(work.id)
  }
  const end = useEffectEvent(() => {
    void queries.invalidateQueries({ queryKey: [module.name] })
    void pullNow()
    if (work.state !== 'done' || work.failedCount > 0) return
    leaveWork(work.id)
    toast(words.outcome(work), {
      undo: work.undoable ? () => void undo() : undefined,
    })
  })
  useEffect(() => {
    if (!isRunning) end()
  }, [isRunning])
  return null
}

function Card({ work, module }: { work: WorkState; module: Module }) {
  const { t } = useTranslation('crud')
  const words = useWorkWords(module)
  const isRunning = work.state === 'running'
  if (!isRunning && work.state === 'done' && work.failedCount === 0) return null
  return (
    <div className="pointer-events-auto grid gap-2 rounded-3 border bg-surface-raised p-3 text-30 shadow-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium text-pretty">{words.title(work)}</p>
          <p className="text-muted tabular-nums" role={isRunning ? undefined : 'status'}>
            {isRunning
              ? t('listWork.work.doneOf', { done: formatNumber(work.done), total: formatNumber(work.total) })
              : words.outcome(work)}
          </p>
        </div>
        <Button size="xs" onClick={() => showWork(work.id)}>
          {t('listWork.work.show')}
        </Button>
        {!isRunning && (
          <IconButton size="xs" icon={X} label={t('listWork.work.leave')} onClick={() => leaveWork(work.id)} />
        )}
      </div>
      {isRunning && (
        <Progress label={t('listWork.work.progress')} value={work.total > 0 ? work.done / work.total : undefined} />
      )}
    </div>
  )
}
