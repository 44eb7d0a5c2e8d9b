import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import type { Actor, RowScope } from '#contract/actor.ts'
import { scopeIn, type Grants } from '#contract/grants.ts'
import type { Register } from '#contract/module.ts'
import { Card } from '#src/ui/card.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { RadioGroup } from '#src/ui/radio-group.tsx'
import { tri, type Deed } from './draft.ts'
import { canApprove, linesOf, scopesOf } from './lines.ts'

type Props = {
  after: Grants
  me: Actor
  /** Modules in which the role would see more than the person does. */
  tooWide: readonly string[]
  readOnly: boolean
  register: Register
  dispatch: Dispatch<Deed>
}

const order: readonly RowScope[] = ['own', 'branch', 'all']

/** Row scope and approval for every module at once; a module's own row sets it apart. */
export function ScopeCard({ after, me, tooWide, readOnly, register, dispatch }: Props) {
  const { t } = useTranslation(['access', 'role'])
  const lines = linesOf('modules')
  const scoped = lines.filter(line => scopesOf(line, register).length > 0).map(line => line.module!)
  const approvable = lines.filter(line => canApprove(line, register)).map(line => line.module!)
  const free = approvable.filter(name => me.approves.has(name) || (after.approves as string[]).includes(name))
  const approved = tri(approvable.map(name => (after.approves as string[]).includes(name)))
  // What a module cannot have, or the person may not give, becomes the widest that is possible.
  const setAll = (wanted: RowScope) => {
    for (const to of order)
      dispatch({
        do: 'scope',
        to,
        modules: lines.filter(line => line.module && possible(line.module, wanted) === to).map(line => line.module!),
      })
  }
  const possible = (module: string, wanted: RowScope): RowScope | null => {
    const line = lines.find(line => line.module === module)
    const offered = line ? scopesOf(line, register) : []
    const widest = order.indexOf(me.scopes[module] ?? 'all')
    const fitting = offered.filter(one => order.indexOf(one) <= widest)
    return fitting.find(one => order.indexOf(one) >= order.indexOf(wanted)) ?? fitting.at(-1) ?? null
  }
  const everywhere = order.find(wanted => scoped.every(name => scopeIn(after, name) === possible(name, wanted))) ?? null
  return (
    <Card title={t('editor.scopeCard')}>
      <RadioGroup
        aria-label={t('editor.scopeCard')}
        value={everywhere}
        onChange={setAll}
        disabled={readOnly}
        options={order.map(value => ({ value, label: t(`scope.${value}`) }))}
      />
      {tooWide.length > 0 && (
        <p role="alert" className="text-20 font-medium text-danger-text">
          {t('editor.scopeMine', { modules: tooWide.map(name => t(`role:options.ownOnly.${name}`)) })}
        </p>
      )}
      <p className="text-20 text-subtle">{everywhere ? t('editor.scopeHint') : t('editor.scopeDiffers')}</p>
      <div className="mt-2 border-t pt-2">
        <Checkbox
          label={t('editor.approve')}
          hint={t('editor.approveHint')}
          checked={approved}
          disabled={readOnly || free.length === 0}
          onChange={() => dispatch({ do: 'approve', modules: free, on: approved !== true })}
        />
      </div>
    </Card>
  )
}
