import { clsx } from 'clsx'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import type { ListModel } from './model.ts'

/** What is said of rows that cannot be seen yet: new ones, those only on this device, a page that did not come. */
export function LiveBar({ list }: { list: ListModel }) {
  const { t } = useTranslation('crud')
  const words = useWords(list.module)
  const { online } = useConnection()
  const { rows } = list
  const { arrived, stale, gone } = rows.live
  const news =
    arrived > 0
      ? t('listLive.arrived', { count: arrived, shown: formatNumber(arrived), nouns: words.nouns })
      : stale || gone.size > 0
        ? t('listLive.stale')
        : null
  const isShown = rows.count > 0
  return (
    <>
      {/* Said once when it changes, and shown where no row moves for it. */}
      <div role="status" className="pointer-events-none stays sticky top-[calc(var(--header-h)+92px)] z-(--z-bar) h-0">
        {news && isShown && (
          <div className="flex -translate-y-11 justify-center">
            <Button
              size="sm"
              variant="primary"
              icon={RefreshCw}
              onClick={() => {
                rows.refresh()
                window.scrollTo({ top: 0 })
              }}
              className="pointer-events-auto rounded-full! shadow-2"
            >
              {news}
            </Button>
          </div>
        )}
      </div>
      {/* One that is there, and was too busy, tells nobody that it has time again. */}
      {rows.partial && isShown && (
        <Said role="status" text={t('search.partial')} onAgain={online ? rows.again : undefined} />
      )}
      {isShown && rows.failure && <Said role="alert" text={rows.failure.message} onAgain={rows.again} />}
    </>
  )
}

const looks = {
  status: 'border-warning-border bg-warning-subtle text-warning-text',
  alert: 'border-danger-border bg-danger-subtle text-danger-text',
}
type SaidProps = { role: keyof typeof looks; text: string; onAgain: (() => void) | undefined }

function Said({ role, text, onAgain }: SaidProps) {
  const { t } = useTranslation('crud')
  return (
    <div
      role={role}
      className={clsx('mb-3 flex flex-wrap items-center gap-3 rounded-2 border px-3 py-2 text-30', looks[role])}
    >
      <span>{text}</span>
      {onAgain && (
        <Button size="xs" onClick={onAgain}>
          {t('records.again')}
        </Button>
      )}
    </div>
  )
}
