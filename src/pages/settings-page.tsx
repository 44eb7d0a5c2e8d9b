import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { fold } from '#src/lib/match.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { settingsFor } from './navigation.ts'
import { SettingTiles, useSettingTitles } from './setting-tiles.tsx'

/** Every setting that the person may open, on one page. */
export function SettingsPage() {
  const { t } = useTranslation('home')
  const { user } = useSession()
  const [params, setParams] = useSearchParams()
  const box = useRef<HTMLInputElement>(null)
  const keys = useShortcut('search', () => box.current?.focus())
  const groups = settingsFor(user?.permissions ?? [])
  const titleOf = useSettingTitles(groups)
  const q = params.get('q') ?? ''
  const wanted = fold(q.trim())
  const found = groups
    .map(group => ({
      ...group,
      // The name of a group finds all of it.
      items: group.items.filter(item => fold(`${titleOf(item.title)} ${titleOf(group.title)}`).includes(wanted)),
    }))
    .filter(group => group.items.length > 0)
  const look = (q: string) => setParams(q === '' ? {} : { q }, { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHead title={t('shell:titles.settings')} text={t('home:settings.about')} />
      {groups.length > 0 && (
        <div role="search" className="mb-5">
          <TextInput
            ref={box}
            type="search"
            size="sm"
            icon={Search}
            className="max-w-80 max-sm:max-w-none"
            aria-label={t('shell:nav.find')}
            placeholder={t('shell:nav.find')}
            aria-keyshortcuts={keys}
            clearable
            value={q}
            onChange={look}
          />
        </div>
      )}
      {found.length > 0 ? (
        <SettingTiles groups={found} />
      ) : (
        <EmptyState
          icon={SearchX}
          title={t(groups.length > 0 ? 'shell:nav.noSetting' : 'home:settings.none')}
          text={groups.length > 0 ? undefined : t('home:settings.noneText')}
          action={groups.length > 0 && <Button onClick={() => look('')}>{t('home:settings.showAll')}</Button>}
        />
      )}
      <p role="status" className="sr-only">
        {wanted === '' ? '' : t('home:settings.found', { count: found.flatMap(group => group.items).length })}
      </p>
    </>
  )
}
