import BellIcon from 'lucide-react/icons/bell'
import CheckCheck from 'lucide-react/icons/check-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { openTask } from './state.ts'
import { useNotices, type Notices } from './use-notices.ts'

/** Says that there is something new, and what; for those who may be told of tasks. */
export function Bell() {
  const { t } = useTranslation('task')
  const told = useNotices()
  const [open, setOpen] = useState(false)
  if (!told.told) return null
  return (
    <>
      <span className="relative justify-self-center">
        <IconButton
          icon={BellIcon}
          label={told.unread > 0 ? t('task:screen.bell.label', { count: told.unread }) : t('task:screen.bell.title')}
          aria-haspopup="dialog"
          onClick={() => {
            told.refresh()
            setOpen(true)
          }}
        />
        {told.unread > 0 && (
          <i
            data-solid=""
            className="pointer-events-none absolute end-1.5 top-1.5 size-2 rounded-full bg-danger ring-2 ring-bg"
          />
        )}
      </span>
      {open && <News told={told} onClose={() => setOpen(false)} />}
    </>
  )
}

function News({ told, onClose }: { told: Notices; onClose: () => void }) {
  const { t } = useTranslation('task')
  return (
    <Drawer
      open
      size="md"
      title={t('task:screen.bell.title')}
      onClose={onClose}
      aside={
        told.unread > 0 && (
          <Button size="sm" variant="ghost" icon={CheckCheck} onClick={() => told.markRead()}>
            {t('task:screen.bell.all')}
          </Button>
        )
      }
    >
      {told.notices.length === 0 ? (
        <EmptyState
          icon={BellIcon}
          level={3}
          title={t('task:screen.bell.none')}
          text={t('task:screen.bell.noneText')}
        />
      ) : (
        <ul className="-mx-5 -my-3">
          {told.notices.map(notice => (
            <Line
              key={notice.key}
              notice={notice}
              onOpen={() => {
                told.markRead([notice.key])
                onClose()
                openTask(notice.task.id)
              }}
            />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

function Line({ notice, onOpen }: { notice: Notices['notices'][number]; onOpen: () => void }) {
  const { t } = useTranslation('task')
  const name = useTitle(user, notice.by ?? 0)
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-row w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-5 py-2 text-start -outline-offset-2 hover:bg-surface-hover"
      >
        <span className="grid w-2">
          {notice.unread && (
            <>
              <i data-solid="" className="size-2 rounded-full bg-danger" />
              <span className="sr-only">{t('task:screen.bell.unread')}</span>
            </>
          )}
        </span>
        <span className="grid min-w-0">
          <bdi className={notice.unread ? 'truncate font-semibold' : 'truncate'}>{notice.task.title}</bdi>
          <span className="text-30 text-muted">
            {t(`task:screen.bell.kinds.${notice.kind}`, { who: name ?? t('task:screen.bell.somebody') })}
          </span>
        </span>
        <Ago at={notice.at} className="text-20 text-subtle" />
      </button>
    </li>
  )
}
