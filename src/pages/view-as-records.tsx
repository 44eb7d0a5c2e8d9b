import EyeOff from 'lucide-react/icons/eye-off'
import Folder from 'lucide-react/icons/folder'
import { useTranslation } from 'react-i18next'
import type { Action } from '#contract/action.ts'
import type { Actor } from '#contract/actor.ts'
import { isList } from '#contract/list.ts'
import type { Module } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { can, hiddenFields, mayMove } from '#contract/rules.ts'
import { pathTo, type Pages } from '#src/crud/screens.ts'
import { useWords } from '#src/fields/words.ts'
import { screens } from '#src/modules/index.ts'
import { useTitles } from '#src/app/use-titles.ts'
import { Icon, type IconType } from '#src/ui/icon.tsx'

type Kind = { module: Module; title: string; icon: IconType }

const kinds: Kind[] = [
  ...Object.values<Pages | null>(screens).flatMap(one => {
    const path = one && pathTo(one, 'list')
    const title = one && path ? one.routes[path as `/${string}`]?.title : undefined
    return one && title ? [{ module: one.module, title, icon: one.icon ?? Folder }] : []
  }),
  ...Object.values(register)
    .filter(isList)
    .map(list => ({ module: list, title: `lists:${list.name}.title`, icon: Folder })),
]

const deeds = ['create', 'edit', 'details', 'dispatch'] as const satisfies readonly Action[]

/** Per kind of record: which rows they see, what they can do, and what stays hidden. */
export function ViewAsRecords({ actor }: { actor: Actor }) {
  const { t } = useTranslation('access')
  const titleOf = useTitles(kinds.map(kind => kind.title))
  const touched = kinds.filter(({ module }) => (['list', ...deeds] as const).some(action => can(actor, module, action)))
  if (touched.length === 0) return <p className="py-4 text-muted">{t('viewAs.nothing')}</p>
  return (
    <ul className="text-30">
      {touched.map(kind => (
        <li
          key={kind.module.name}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b py-2.5 last:border-0"
        >
          <Icon of={kind.icon} size="sm" className="mt-0.5 text-muted" />
          <Record kind={kind} title={titleOf(kind.title)} actor={actor} />
        </li>
      ))}
    </ul>
  )
}

function Record({ kind: { module }, title, actor }: { kind: Kind; title: string; actor: Actor }) {
  const { t } = useTranslation('access')
  const words = useWords(module)
  const sees = can(actor, module, 'list')
  const scope = module.scope ? (actor.scopes[module.name] ?? 'all') : null
  const moves = Object.entries(module.moves ?? {}).filter(([, move]) => mayMove(module, move, actor))
  const actions = [
    ...deeds.filter(action => can(actor, module, action)).map(action => t(`viewAs.do.${action}`)),
    ...moves.map(([name]) => words.move(name).toLowerCase()),
  ]
  const hidden = hiddenFields(module, actor).map(words.field)
  return (
    <div className="grid gap-0.5">
      <p>
        <b>{title}</b>
        {sees && scope && <span className="text-muted"> · {t(`viewAs.sees.${scope}`)}</span>}
      </p>
      <p className="text-muted">{actions.length > 0 ? t('viewAs.actions', { actions }) : t('viewAs.noActions')}</p>
      {hidden.length > 0 && (
        <p className="flex items-start gap-1.5 text-muted">
          <Icon of={EyeOff} size="xs" className="mt-1" />
          {t('viewAs.hidden', { fields: hidden })}
        </p>
      )}
    </div>
  )
}
