import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useListCounts } from '#src/data/use-list.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { settingsFor } from './navigation.ts'

/** The settings by group, with how many items each list holds on this device. */
export function SettingTiles({ permissions }: { permissions: readonly string[] }) {
  const groups = settingsFor(permissions)
  const { t } = useTranslation(['shell', 'lists'])
  const counts = useListCounts()
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {groups.map(group => (
        <Card key={group.name} title={t(group.title)} flush>
          <ul>
            {group.items.map(({ path, title, list }) => (
              <li key={path} className="border-t first:border-t-0">
                <Link
                  to={path}
                  className="flex min-h-row items-center justify-between gap-3 px-4 transition-colors motion-1 hover:bg-surface-hover"
                >
                  {t(title)}
                  {list && counts && <span className="text-subtle">{formatNumber(counts[list.name] ?? 0)}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}
