import { useTranslation } from 'react-i18next'
import { useWorks } from '#src/data/use-work.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { ListModel } from '../list/model.ts'
import { useWorkWords } from './use-work-words.ts'
import { reviewWork, showWork } from './work-signal.ts'

/** What this person had done to many records of the list today, each with its report and its undo. */
export function RecentWorks({ list, onClose }: { list: ListModel; onClose: () => void }) {
  const { t } = useTranslation('crud')
  const { works, error } = useWorks()
  const words = useWorkWords(list.module)
  const own = works?.filter(work => work.module === list.module.name)
  return (
    <Dialog open size="md" onClose={onClose} title={t('listWork.recent.title')}>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {!own && !error && <SkeletonRows />}
      {own?.length === 0 && <p className="text-muted">{t('listWork.recent.none')}</p>}
      {own && own.length > 0 && (
        <ul className="divide-y rounded-3 border bg-surface">
          {own.map(work => (
            <li key={work.id} className="flex items-center gap-3 px-3 py-2">
              <div className="min-w-0 flex-1 text-30">
                <p className="font-medium text-pretty">{words.title(work)}</p>
                <p className="text-muted">
                  {work.state === 'running' ? t('listWork.recent.running') : words.outcome(work)} ·{' '}
                  <Ago at={work.startedAt} />
                </p>
              </div>
              <Button
                size="xs"
                onClick={() => {
                  onClose()
                  if (work.state === 'running') showWork(work.id)
                  else reviewWork(work.id)
                }}
              >
                {t('listWork.work.show')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
