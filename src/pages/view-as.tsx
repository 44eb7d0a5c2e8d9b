import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitles } from '#src/app/use-titles.ts'
import type { View, ViewAsProps } from '#src/crud/view-as.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { TabPanel } from '#src/ui/tab-panel.tsx'
import { navigationFor, settingsFor } from './navigation.ts'
import { ViewAsPages } from './view-as-pages.tsx'
import { ViewAsRecords } from './view-as-records.tsx'

/** What the app would be for somebody with other rights: worked out, never another person's session. */
export function ViewAs({ views, onClose }: ViewAsProps) {
  const { t } = useTranslation('access')
  const [at, setAt] = useState(0)
  const [part, setPart] = useState<'records' | 'pages'>('records')
  const view = views[at] ?? views[0]
  if (!view) return null
  const permissions = [...view.actor.permissions]
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('viewAs.title', { name: view.name })}
      description={t('viewAs.about')}
    >
      <div className="grid min-h-[min(560px,60dvh)] content-start gap-5 md:grid-cols-[232px_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          {views.length > 1 && (
            <Field label={t('viewAs.whose')}>
              <Select value={at} onChange={setAt} options={views.map(({ name }, value) => ({ value, label: name }))} />
            </Field>
          )}
          <Navigation permissions={permissions} />
        </div>
        <div className="min-w-0">
          <Tabs
            id="view-as"
            label={t('viewAs.show')}
            value={part}
            onChange={setPart}
            tabs={[
              { value: 'records', label: t('viewAs.modules') },
              { value: 'pages', label: t('viewAs.pages') },
            ]}
          />
          <TabPanel id="view-as" value={part} className="pt-3">
            <Part view={view} part={part} />
          </TabPanel>
        </div>
      </div>
    </Dialog>
  )
}

const Part = ({ view, part }: { view: View; part: 'records' | 'pages' }) =>
  part === 'records' ? <ViewAsRecords actor={view.actor} /> : <ViewAsPages actor={view.actor} />

/** The navigation as they would have it: it leads nowhere. */
function Navigation({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation('access')
  const groups = navigationFor(permissions)
  const settings = settingsFor(permissions)
  const titleOf = useTitles([
    ...groups.flatMap(group => [...(group.name ? [group.name] : []), ...group.items.map(item => item.title)]),
    ...settings.flatMap(group => [group.title, ...group.items.map(item => item.title)]),
  ])
  return (
    <section
      aria-label={t('viewAs.navigation')}
      className="max-h-[min(560px,60dvh)] overflow-y-auto rounded-3 border bg-nav p-3 text-30 max-md:max-h-60"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
    >
      {groups.map(group => (
        <div key={group.name} className="[&+&]:mt-3">
          {group.name && <p className="caps px-2 py-1">{titleOf(group.name)}</p>}
          <ul>
            {group.items.map(item => (
              <li key={item.path} className="flex min-h-8 items-center gap-3 px-2 font-medium text-muted">
                <Icon of={item.icon} size="sm" />
                {titleOf(item.title)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {settings.map(group => (
        <div key={group.name} className="ms-4 mt-2 border-s ps-2">
          <p className="caps px-2 py-1">{titleOf(group.title)}</p>
          <ul>
            {group.items.map(item => (
              <li key={item.path} className="px-2 py-0.5 text-muted">
                {titleOf(item.title)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
