import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Actor } from '#contract/actor.ts'
import type { Handle } from '#src/crud/screens.ts'
import { routes } from '#src/modules/index.ts'
import { useTitles } from '#src/app/use-titles.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Tick } from '#src/ui/tick.tsx'

const handles = routes.map(route => route.handle as Handle)

/** Every page with rights of its own: which open, which do not, and by which right. */
export function ViewAsPages({ actor }: { actor: Actor }) {
  const { t } = useTranslation(['access', 'role'])
  const [shown, setShown] = useState<'open' | 'closed'>('open')
  const titleOf = useTitles(handles.map(handle => handle.title))
  const permissions = [...actor.permissions]
  const open = handles.filter(handle => isOpenTo(handle, permissions))
  const closed = handles.filter(handle => !isOpenTo(handle, permissions))
  const rights = (codes: readonly string[]) => codes.map(code => t(`role:options.permissions.${code}`))
  return (
    <>
      <SegmentedControl
        label={t('viewAs.pages')}
        value={shown}
        onChange={setShown}
        options={[
          { value: 'open', label: t('viewAs.opens', { count: open.length }) },
          { value: 'closed', label: t('viewAs.denied', { count: closed.length }) },
        ]}
        className="mb-2"
      />
      <ul className="text-30">
        {(shown === 'open' ? open : closed).map(({ path, title, codes, colour }) => (
          <li key={path} className="grid border-b py-2 last:border-0 sm:grid-cols-2 sm:gap-x-4">
            <span className="flex min-w-0 items-center gap-2 font-medium">
              <Tick colour={colour ?? 'none'} />
              {titleOf(title)}
            </span>
            <span className="text-muted sm:text-end">
              {shown === 'open'
                ? codes.length > 0 &&
                  t('viewAs.by', { rights: rights(codes.filter(code => actor.permissions.has(code))) })
                : t('viewAs.needs', { rights: rights(codes) })}
            </span>
            <span className="ltr min-w-0 truncate ps-3 font-mono text-20 text-subtle sm:col-span-2">{path}</span>
          </li>
        ))}
      </ul>
      {shown === 'open' && open.length === 0 && <p className="py-4 text-muted">{t('viewAs.nothing')}</p>}
    </>
  )
}
