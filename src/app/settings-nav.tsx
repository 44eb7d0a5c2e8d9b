import { clsx } from 'clsx'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { useListCounts } from '#src/data/use-list.ts'
import { formatNumber } from '#src/lib/format.ts'
import { fold } from '#src/lib/match.ts'
import { settingsFor } from '#src/pages/navigation.ts'
import { useSession } from '#src/session/session.ts'
import { TextInput } from '#src/ui/text-input.tsx'
import { entryLook } from './layouts/nav-entry.tsx'
import { useTitles } from './use-titles.ts'

type SettingsListProps = { onChosen?: (() => void) | undefined; className?: string | undefined }

/** The settings that this person may open, by group, with a box to find one. */
export function SettingsList({ onChosen, className }: SettingsListProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [wanted, setWanted] = useState('')
  const counts = useListCounts()
  const groups = settingsFor(user?.permissions ?? [])
  const titleOf = useTitles(groups.flatMap(group => [group.title, ...group.items.map(item => item.title)]))
  const found = groups
    .map(group => ({
      ...group,
      items: group.items.filter(item => fold(titleOf(item.title)).includes(fold(wanted.trim()))),
    }))
    .filter(group => group.items.length > 0)

  return (
    <div className={clsx('grid grid-rows-[auto_1fr]', className)}>
      <TextInput
        aria-label={t('nav.find')}
        placeholder={t('nav.find')}
        type="search"
        size="sm"
        icon={Search}
        value={wanted}
        onChange={setWanted}
      />
      <div className="mt-1 -ms-1 [scrollbar-width:thin] overflow-y-auto ps-1 pb-4 text-30">
        {found.map(group => (
          <div key={group.name}>
            <p className="caps px-3 pt-3 pb-1">{titleOf(group.title)}</p>
            <ul className="grid gap-px">
              {group.items.map(({ path, title, list }) => {
                const count = list && counts[list.name]
                return (
                  <li key={path}>
                    <NavLink
                      to={path}
                      onClick={onChosen}
                      className={({ isActive }) =>
                        clsx(
                          'flex min-h-control-sm items-center justify-between gap-2 rounded-2 px-3 transition-colors motion-1',
                          isActive ? entryLook.open : entryLook.other,
                          !isActive && 'font-normal!',
                        )
                      }
                    >
                      {titleOf(title)}
                      {count !== undefined && <span className="text-20 font-normal">{formatNumber(count)}</span>}
                    </NavLink>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
        {found.length === 0 && <p className="px-3 py-4 text-subtle">{t('nav.noSetting')}</p>}
      </div>
    </div>
  )
}
