import Eye from 'lucide-react/icons/eye'
import Info from 'lucide-react/icons/info'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '#contract/action.ts'
import type { RowScope } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Module, type Register } from '#contract/module.ts'
import { fieldKeys, namespaceOf } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { RadioGroup } from '#src/ui/radio-group.tsx'
import type { Deed } from './draft.ts'
import { canApprove, codeOf, scopesOf, type Line } from './lines.ts'

type Props = {
  line: Line
  register: Register
  scope: RowScope
  approves: boolean
  withoutList: boolean
  readOnly: boolean
  /** The widest scope and the approval that the person may give. */
  mayGive: { scope: RowScope; approve: boolean }
  dispatch: Dispatch<Deed>
}

const width: Record<RowScope, number> = { own: 0, branch: 1, all: 2 }
const letterOf: Partial<Record<Action, string>> = { list: 'a', create: 'b', edit: 'c', details: 'd', dispatch: 'e' }

/** What belongs to a line besides its boxes: which rows are seen, whether may be approved, which fields a right reveals. */
export function RowDetails({ line, register, scope, approves, withoutList, readOnly, mayGive, dispatch }: Props) {
  const { t } = useTranslation('access')
  const scopes = scopesOf(line, register)
  const module = Object.values(register).find(one => one.code === line.number)
  const revealed = module ? revealedBy(module) : []
  return (
    <div className="grid gap-3 text-30">
      {line.module && scopes.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4">
          <span className="font-medium text-muted">{t('editor.scope')}</span>
          <RadioGroup
            inline
            aria-label={`${t(`lines.${line.name}`)}: ${t('editor.scope')}`}
            value={scope}
            onChange={to => dispatch({ do: 'scope', modules: [line.module!], to })}
            options={scopes.map(value => ({
              value,
              label: t(`scope.${value}`),
              disabled: readOnly || width[value] > width[mayGive.scope],
            }))}
          />
        </div>
      )}
      {scopes.length === 0 && <p className="text-muted">{t('editor.everybody')}</p>}
      {(canApprove(line, register) || approves) && (
        <Checkbox
          label={t('editor.approve')}
          hint={t('editor.approveHint')}
          checked={approves}
          disabled={readOnly || (!approves && !mayGive.approve)}
          onChange={on => dispatch({ do: 'approve', modules: [line.module!], on })}
        />
      )}
      {module &&
        revealed.map(([action, fields]) => <Reveals key={action} module={module} action={action} fields={fields} />)}
      {revealed.length === 0 && scopes.length === 0 && <p className="text-muted">{t('editor.noReveals')}</p>}
      {withoutList && (
        <p className="flex flex-wrap items-center gap-2">
          <Icon of={Info} size="sm" className="text-info" />
          {t('editor.withoutList')}
          <Button
            size="xs"
            disabled={readOnly}
            onClick={() => dispatch({ do: 'grant', codes: [codeOf(line, 'a')], on: true })}
          >
            {t('editor.grantList')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** The fields that an action of the module reveals. */
export function revealedBy(module: Module): [Action, string[]][] {
  const found = new Map<Action, string[]>()
  for (const [name, field] of Object.entries(allFields(module))) {
    const { reveal } = metaOf(field)
    if (reveal) found.set(reveal, [...(found.get(reveal) ?? []), name])
  }
  return [...found]
}

function Reveals({ module, action, fields }: { module: Module; action: Action; fields: readonly string[] }) {
  const { t } = useTranslation(['access', namespaceOf(module)])
  return (
    <p className="flex items-start gap-2">
      <Icon of={Eye} size="sm" className="mt-0.5 text-muted" />
      {t('editor.reveals', {
        action: t(`columns.${letterOf[action] ?? 'f'}`),
        fields: fields.map(name => t(fieldKeys(module, name))),
      })}
    </p>
  )
}
