import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useListCounts } from '#src/data/use-list.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import type { SettingGroup } from '../navigation.ts'
import { useSettingTitles } from '../setting-tiles.tsx'

/** More than these, and the groups stand for them. */
const few = 8

/** The way to the settings: to each where there are few, to the groups where there are many. */
export function SettingsCard({ groups }: { groups: readonly SettingGroup[] }) {
  const { t } = useTranslation('home')
  const titleOf = useSettingTitles(groups)
  const counts = useListCounts()
  if (groups.length === 0) return null
  const items = groups.flatMap(group => group.items)
  const lines =
    items.length <= few
      ? items.map(({ path, title, list }) => ({
          to: path,
          words: titleOf(title),
          count: list && counts[list.name],
        }))
      : groups.map(group => ({
          to: `/settings#${group.name}`,
          words: titleOf(group.title),
          count: group.items.length,
        }))
  return (
    <Card
      flush
      title={t('home:settings.title')}
      footer={
        <Link to="/settings" className="ms-auto text-accent-text hover:underline">
          {t('home:settings.all')}
        </Link>
      }
    >
      <ul>
        {lines.map(({ to, words, count }) => (
          <li key={to} className="border-t first:border-t-0">
            <Link
              to={to}
              className="flex min-h-row items-center justify-between gap-3 px-4 -outline-offset-2 transition-colors motion-1 hover:bg-surface-hover"
            >
              {words}
              {count !== undefined && <span className="text-muted">{formatNumber(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
