import { clsx } from 'clsx'
import Minus from 'lucide-react/icons/minus'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Difference, Texts } from './draft.ts'

type Kind = 'granted' | 'revoked' | 'changed'
const icons = { granted: Plus, revoked: Minus, changed: Pencil }
type Entry = { kind: Kind; text: string; code?: string }

/** A difference in words, a line each; many of one sort are counted. */
export function DifferenceLines({
  difference,
  texts,
  most = 12,
}: {
  difference: Difference
  texts: Texts
  most?: number
}) {
  const { t } = useTranslation(['access', 'role'])
  const [all, setAll] = useState(false)
  const entries = useEntries(difference, texts)
  const shown = all ? entries : entries.slice(0, most)
  return (
    <>
      <ul className="grid gap-1.5 text-30">
        {shown.map(({ kind, text, code }) => (
          <li key={kind + text} className="flex items-start gap-2">
            <span className={clsx('mt-0.5', kind === 'granted' ? 'text-success-text' : 'text-muted')}>
              <Icon of={icons[kind]} size="sm" />
              <span className="sr-only">{t(`diff.${kind}`)}</span>
            </span>
            <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
            {code && <span className="ltr font-mono text-20 leading-5 text-subtle">{code}</span>}
          </li>
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button size="xs" variant="ghost" className="mt-2 -ms-2" onClick={() => setAll(true)}>
          {t('diff.more', { count: entries.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function useEntries({ texts: changed, granted, revoked, scopes, approves }: Difference, texts: Texts): Entry[] {
  const { t } = useTranslation(['access', 'role'])
  const right = (kind: Kind) => (code: string) => ({ kind, text: t(`role:options.permissions.${code}`), code })
  const moduleName = (module: string) => t(`role:options.ownOnly.${module}`)
  const many = 3
  const perScope = (['own', 'branch', 'all'] as const).map(to => scopes.filter(one => one.to === to))
  const perApproval = [true, false].map(on => approves.filter(one => one.on === on))
  return [
    ...changed.map(field => ({
      kind: 'changed' as const,
      text: texts[field] ? t(`diff.${field}`, { value: texts[field] }) : t('diff.aboutGone'),
    })),
    ...granted.map(right('granted')),
    ...revoked.map(right('revoked')),
    ...perScope.flatMap(ones => {
      const scope = ones[0] && t(`scope.${ones[0].to}`)
      return ones.length > many
        ? [{ kind: 'changed' as const, text: t('diff.scopes', { count: ones.length, scope }) }]
        : ones.map(({ module }) => ({
            kind: 'changed' as const,
            text: t('diff.scope', { module: moduleName(module), scope }),
          }))
    }),
    ...perApproval.flatMap(ones => {
      const kind = ones[0]?.on ? ('granted' as const) : ('revoked' as const)
      return ones.length > many
        ? [{ kind, text: t('diff.approves', { count: ones.length }) }]
        : ones.map(({ module }) => ({ kind, text: t('diff.approve', { module: moduleName(module) }) }))
    }),
  ]
}
