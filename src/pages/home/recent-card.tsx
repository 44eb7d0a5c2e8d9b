import FileText from 'lucide-react/icons/file-text'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useRecents, type Recent } from '#src/data/recents.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { openPalette } from '#src/app/palette/open.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { recordAt } from '../owners.ts'

const most = 6
type Known = NonNullable<ReturnType<typeof recordAt>>

/** The records this person had open last on this device. */
export function RecentCard({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation('home')
  const recents = useRecents()
    .flatMap(recent => {
      const record = recordAt(recent.path)
      return record && isOpenTo(record, permissions) ? [{ recent, record }] : []
    })
    .slice(0, most)
  return (
    <Card flush title={t('home:recent.title')}>
      {recents.length > 0 ? (
        <ul>
          {recents.map(({ recent, record }) => (
            <Line key={recent.path} recent={recent} record={record} />
          ))}
        </ul>
      ) : (
        <div className="flex flex-wrap items-center gap-3 px-4 py-4">
          <p className="min-w-48 flex-1 text-muted">{t('home:recent.none')}</p>
          <Button size="sm" icon={Search} onClick={() => openPalette()}>
            {t('home:recent.search')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Line({ recent, record: { module, icon = FileText, id } }: { recent: Recent; record: Known }) {
  const { t } = useTranslation(['home', module.name])
  // It may be called otherwise now, or be out of this person's sight.
  const title = useTitle(module, id)
  if (title === null) return null
  return (
    <li className="border-t first:border-t-0">
      <Link
        to={recent.path}
        className="flex min-h-row items-center gap-3 px-4 -outline-offset-2 transition-colors motion-1 hover:bg-surface-hover"
      >
        <span data-mark={module.colour} className={module.colour ? 'text-mark-text' : 'text-muted'}>
          <Icon of={icon} size="sm" />
        </span>
        <bdi className="min-w-0 flex-1 truncate font-medium">{title ?? recent.title}</bdi>
        <span className="shrink-0 text-30 text-muted max-sm:hidden">{t(`${module.name}:titles.list`)}</span>
        <Ago at={recent.at} className="w-24 shrink-0 text-end text-30 text-muted" />
      </Link>
    </li>
  )
}
