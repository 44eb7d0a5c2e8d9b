import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isBeyond } from '#contract/grants.ts'
import { role, type Role } from '#contract/modules/access/role.ts'
import { ConflictChoice } from '#src/crud/conflict-choice.tsx'
import { DraftBanner } from '#src/crud/drafts/draft-banner.tsx'
import { draftName } from '#src/crud/drafts/draft-name.ts'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { toast } from '#src/ui/toast.ts'
import { ChangeCard } from './change-card.tsx'
import { Faces } from './faces.tsx'
import { HistoryCard } from './history-card.tsx'
import { isBlocked } from './impact.ts'
import { MatrixCard } from './matrix-card.tsx'
import { SaveBar } from './save-bar.tsx'
import { ScopeCard } from './scope-card.tsx'
import { NAME_ID, TextsCard } from './texts-card.tsx'
import { allLines, codesOf } from './lines.ts'
import { holdersOf } from './use-people.ts'
import type { RoleForm as Form } from './use-role-form.ts'
import { ViewAsCard } from './view-as-card.tsx'

type Props = {
  screens: ScreenProps['screens']
  form: Form
  /** The role as it is; none while a new one is made. */
  row: Role | null
  title: string
  actions?: ReactNode
  /** What a new role begins with. */
  start?: ReactNode
  /** What is to be known before everything else. */
  notices?: ReactNode
  /** What the difference of a new role is to. */
  comparedWith?: string | undefined
}

/** A role with everything that it grants: the matrix, and beside it what is different and what follows. */
export function RoleForm({ screens, form, row, title, actions, start, notices, comparedWith }: Props) {
  const { after, changed, dirty, stronger, tooWide, impact, people, me, register, dispatch, saving } = form
  const { t } = useTranslation(['access', 'role'])
  const navigate = useNavigate()
  const mayRead = useCan(role, 'details')
  const holders = row && people ? holdersOf(people, row.id) : undefined
  const isStronger = stronger !== null && isBeyond(stronger)
  const readOnly = isStronger || Boolean(row?.archivedAt)
  // A new role's page is left when it is saved: what would be said meanwhile had no place.
  const locked = readOnly || (!row && saving)
  const name = after.name.trim()

  const save = async () => {
    const saved = await form.submit()
    if (!saved) {
      if (!name) document.getElementById(NAME_ID)?.focus()
      return
    }
    toast(t(row ? 'save.saved' : 'save.created'))
    if (!row) void navigate(pathTo(screens, 'edit', saved.id) ?? '/', { replace: true })
  }
  return (
    <div className="@container/page">
      <PageHead
        title={row ? name || row.name : title}
        aside={
          holders && (
            <>
              <Badge>{t('editor.people', { count: holders.length })}</Badge>
              <Faces people={holders} />
            </>
          )
        }
        actions={actions}
      />
      <div className="grid gap-4">
        {isStronger && (
          <Banner tone="neutral" title={t('states.strongerTitle')}>
            <StrongerWords stronger={stronger} />
          </Banner>
        )}
        {row?.archivedAt && (
          <Banner tone="warning" title={t('states.archivedTitle')}>
            {t('states.archived')}
          </Banner>
        )}
        {form.conflict && <ConflictChoice module={role} conflict={form.conflict} mine={after} onChoose={form.choose} />}
        {notices}
        <DraftBanner
          draft={form.kept}
          isNew={!row}
          nameOf={values => draftName(role, values)}
          onDiscard={form.discard}
        />
        <div className="grid items-start gap-5 @min-[960px]/page:grid-cols-[minmax(0,1fr)_336px]">
          <div className="grid min-w-0 gap-4">
            {!row && <TextsCard form={form} readOnly={locked} start={start ?? null} />}
            <MatrixCard
              form={form}
              readOnly={locked}
              label={name ? t('editor.matrix', { name }) : t('editor.matrixNew')}
            />
          </div>
          <div className="grid min-w-0 items-start gap-5 @min-[640px]/page:@max-[959px]/page:grid-cols-2 stays @min-[960px]/page:sticky @min-[960px]/page:top-[calc(var(--header-h)+var(--sp-3))] @min-[960px]/page:-m-1 @min-[960px]/page:max-h-[calc(100dvh-var(--header-h)-6rem)] @min-[960px]/page:[scrollbar-width:thin] @min-[960px]/page:overflow-y-auto @min-[960px]/page:p-1">
            {!readOnly && (dirty || !row) && (
              <ChangeCard
                title={comparedWith ? t('diff.copied', { name: comparedWith }) : t('diff.title')}
                difference={changed}
                texts={after}
                impact={impact}
                me={me.id}
              />
            )}
            <ScopeCard {...{ after, me, tooWide, readOnly: locked, register, dispatch }} />
            <ViewAsCard form={form} id={row?.id ?? null} />
            {row && <TextsCard form={form} readOnly={readOnly} />}
            {row && mayRead && <HistoryCard row={row} />}
          </div>
        </div>
      </div>
      {(!readOnly || dirty) && (
        <SaveBar
          isNew={!row}
          changes={changed.size}
          reach={holders?.length}
          reason={readOnly ? t(isStronger ? 'states.strongerTitle' : 'states.archivedTitle') : undefined}
          blocked={readOnly || tooWide.length > 0 || isBlocked(impact)}
          saving={saving}
          draft={form.kept}
          refused={form.refused}
          onDismiss={form.dismiss}
          back={pathTo(screens, 'list') ?? '/'}
          onSave={() => void save()}
          onDiscard={form.discard}
        />
      )}
    </div>
  )
}

const MOST = 4

/** Where the role can do more than the person. */
function StrongerWords({ stronger }: { stronger: NonNullable<Form['stronger']> }) {
  const { t } = useTranslation(['access', 'role'])
  const beyond = new Set(stronger.permissions)
  const names = [
    ...allLines.filter(line => codesOf(line).some(code => beyond.has(code))).map(line => t(`lines.${line.name}`)),
    ...stronger.approves.map(module => t('diff.approve', { module: t(`role:options.approves.${module}`) })),
    ...stronger.scopes.map(module =>
      t('diff.scope', { module: t(`role:options.ownOnly.${module}`), scope: t('scope.all') }),
    ),
  ]
  const more = names.length - MOST
  const where = more > 1 ? [...names.slice(0, MOST), t('states.strongerMore', { count: more })] : names
  return <>{t(names.length > 0 ? 'states.stronger' : 'states.strongerPlain', { where })}</>
}
