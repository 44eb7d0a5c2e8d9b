import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useListCounts } from '#src/data/use-list.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import type { SettingGroup } from './navigation.ts'

/** Turns the keys of settings and their groups into words; the texts they come from are loaded first. */
export function useSettingTitles(groups: readonly SettingGroup[]): (key: string) => string {
  const keys = groups.flatMap(group => [group.title, ...group.items.map(item => item.title)])
  const { t } = useTranslation(['shell', ...new Set(keys.map(key => key.slice(0, key.indexOf(':'))))])
  return key => t(key)
}

/** The settings by group, with how many items each list holds on this device. */
export function SettingTiles({ groups }: { groups: readonly SettingGroup[] }) {
  const titleOf = useSettingTitles(groups)
  const counts = useListCounts()
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {groups.map(group => (
        <Card key={group.name} id={group.name} title={titleOf(group.title)} flush className="scroll-mt-38">
          <ul>
            {group.items.map(({ path, title, list }) => {
              const count = list && counts[list.name]
              return (
                <li key={path} className="border-t first:border-t-0">
                  <Link
                    to={path}
                    className="flex min-h-row items-center justify-between gap-3 px-4 -outline-offset-2 transition-colors motion-1 hover:bg-surface-hover"
                  >
                    {titleOf(title)}
                    {count !== undefined && <span className="text-muted">{formatNumber(count)}</span>}
                  </Link>
                </li>
              )
            })}
          </ul>
        </Card>
      ))}
    </div>
  )
}
