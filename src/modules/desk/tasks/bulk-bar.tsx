import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import UserRoundPen from 'lucide-react/icons/user-round-pen'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { focusAfterDeed } from './after-deed.ts'
import { mayPassOn } from './may-pass-on.ts'
import { ReassignDialog } from './reassign-dialog.tsx'
import { setSelectedTasks } from './state.ts'
import { titlesOf } from './titles.ts'
import { isFinishable, useBulk } from './use-bulk.ts'
import { useLetGo } from './use-let-go.ts'
import type { TaskPage } from './use-tasks.ts'

const none: readonly Task[] = []

/**
 * What can be done with the selected tasks at once. It is there without any as well: only what stands in a part that was
 * there before is read out.
 */
export function BulkBar({ selected, page }: { selected: readonly Task[]; page: TaskPage }) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const actor = useActor()
  const bulk = useBulk()
  const { progress, refused, ended } = bulk
  useLetGo(page, progress?.rows ?? none)
  const [asked, setAsked] = useState<readonly Task[] | null>(null)
  const why = useId()
  const isAtWork = progress !== null
  const isShown = selected.length > 0 || isAtWork || refused.length > 0
  const isKept = selected.length > 0 && !selected.some(row => mayPassOn(row, actor))
  useEffect(() => {
    // The button that was pressed may have gone with the rows.
    if (ended > 0 && document.activeElement === document.body) focusAfterDeed()
  }, [ended])
  const clear = () => {
    focusAfterDeed()
    setSelectedTasks([])
  }
  return (
    <div
      role={isShown ? 'region' : undefined}
      aria-label={isShown ? t('task:screen.bulk.title') : undefined}
      className={clsx(isShown && 'grid gap-2 border-b bg-selected px-4 py-2')}
    >
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="me-auto text-30 font-medium">
          {selected.length > 0 && !isAtWork && t('task:screen.bulk.selected', { count: selected.length })}
        </span>
        {isAtWork && progress.rows.length > 1 && (
          <>
            <Progress
              label={t('task:screen.bulk.title')}
              value={progress.done / progress.rows.length}
              className="min-w-24 flex-1"
            />
            <span className="text-30 tabular-nums">
              {t('task:screen.bulk.progress', {
                done: formatNumber(progress.done),
                of: formatNumber(progress.rows.length),
              })}
            </span>
            <Button size="sm" onClick={bulk.stop}>
              {t('task:screen.bulk.stop')}
            </Button>
          </>
        )}
        {(selected.length > 0 || isAtWork) && (
          <>
            <Button
              size="sm"
              icon={Check}
              loading={isAtWork}
              disabled={!isAtWork && !selected.some(isFinishable)}
              onClick={() => bulk.finish(selected)}
            >
              {words.move('finish')}
            </Button>
            <Button
              size="sm"
              icon={UserRoundPen}
              disabled={isAtWork || isKept}
              aria-describedby={isKept ? why : undefined}
              onClick={() => setAsked(selected)}
            >
              {t('task:screen.bulk.reassign')}
            </Button>
            <Button size="sm" variant="ghost" disabled={isAtWork} onClick={clear}>
              {t('task:screen.bulk.clear')}
            </Button>
          </>
        )}
      </div>
      {isKept && (
        <p id={why} className="text-30 text-muted">
          {t('task:screen.bulk.notYours')}
        </p>
      )}
      {refused.length > 0 && (
        <Banner
          tone="danger"
          announce
          title={t('task:screen.bulk.refused', { count: refused.flatMap(({ rows }) => rows).length })}
          onDismiss={bulk.dismiss}
        >
          <ul>
            {refused.map(({ why, rows }) => (
              <li key={why}>{t('task:screen.bulk.why', { titles: titlesOf(t, rows), why })}</li>
            ))}
          </ul>
        </Banner>
      )}
      {asked && (
        <ReassignDialog
          asked={asked}
          here={selected}
          onClose={() => setAsked(null)}
          onPass={(rows, to) => {
            setAsked(null)
            bulk.reassign(rows, to)
          }}
        />
      )}
    </div>
  )
}
