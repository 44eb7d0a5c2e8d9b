import Archive from 'lucide-react/icons/archive'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Row } from '#contract/module.ts'
import { isEditable, movesOf, reveals } from '#contract/rules.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useHistory } from '#src/data/use-facts.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useArchive, useRestore } from '#src/data/use-writes.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { kinds } from '#src/fields/kinds.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { StageRail } from '#src/ui/stage-rail.tsx'
import { toast } from '#src/ui/toast.ts'
import { MoveButton } from './move-button.tsx'
import { NoRecord } from './no-record.tsx'
import { pathTo, type ScreenProps } from './screens.ts'
import { Timeline } from './timeline.tsx'

/** One record: what it is, what can be done with it now, and what was done. */
export function DetailScreen({ screens }: ScreenProps) {
  const { module } = screens
  const id = Number(useParams().id ?? 0)
  const { row, loading, error } = useRecord(module, id)
  if (row) return <Details screens={screens} row={row} />
  return <NoRecord screens={screens} loading={loading} error={error} />
}

function Details({ screens, row }: { screens: ScreenProps['screens']; row: Row }) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const mayEdit = useCan(module, 'edit')
  const archive = useArchive(module)
  const restore = useRestore(module)
  const { entries, error } = useHistory(module, row.id)
  const [refused, setRefused] = useState('')
  const moves = row.archivedAt ? [] : movesOf(module, row, actor)
  const edit = mayEdit && isEditable(module, row) ? pathTo(screens, 'edit', row.id) : undefined
  const navigate = useNavigate()
  const editKeys = useShortcut('edit', edit ? () => void navigate(edit) : null)
  const title = titleOf(module, row) || t('detail.noTitle', { noun: words.noun })
  const names = [...screens.form.flat(), ...Object.keys(module.given ?? {})].filter(
    name => name !== module.title && name in allFields(module) && reveals(module, name, actor),
  )

  const put = async (deed: () => Promise<Outcome>, done: () => void) => {
    setRefused('')
    const outcome = await deed()
    if (outcome.state === 'refused') setRefused(outcome.message)
    else if (outcome.state === 'conflict') setRefused(t('list.changedFirst'))
    else done()
  }
  const bringBack = (from: Row) =>
    put(
      () => restore(from),
      () => toast(t('detail.restored', { title })),
    )
  const putAway = async () => {
    const sure = await confirm({
      title: t('detail.archiveTitle', { title }),
      text: t('detail.archiveText'),
      confirmLabel: t('list.archive'),
    })
    if (!sure) return
    let gone = row
    await put(
      async () => {
        const outcome = await archive(row)
        if (outcome.state === 'saved') gone = outcome.row
        return outcome
      },
      () =>
        toast(t('list.archived', { label: title }), {
          action: { label: t('undo'), onSelect: () => void bringBack(gone) },
        }),
    )
  }
  return (
    <>
      <PageHead
        title={title}
        aside={
          <>
            {row.stage && (
              <StageRail
                stages={module.stages ?? []}
                stage={row.stage}
                label={words.stage(row.stage)}
                colour={module.colour ?? 'none'}
              />
            )}
            {row.archivedAt && <Badge icon={Archive}>{t('record.archivedAt')}</Badge>}
          </>
        }
        actions={
          <>
            {moves.map((move, index) => (
              <MoveButton
                key={move}
                module={module}
                row={row}
                move={move}
                primary={index === 0}
                onRefused={setRefused}
              />
            ))}
            {edit && (
              <ButtonLink
                to={edit}
                size="sm"
                icon={Pencil}
                variant={moves.length === 0 ? 'primary' : 'secondary'}
                aria-keyshortcuts={editKeys}
              >
                {t('list.edit')}
              </ButtonLink>
            )}
            {mayEdit && (
              <Menu
                trigger={<IconButton size="sm" variant="secondary" icon={Ellipsis} label={t('list.more')} />}
                items={[
                  row.archivedAt
                    ? { label: t('detail.restore'), icon: Undo2, onSelect: () => void bringBack(row) }
                    : { label: t('list.archive'), icon: Archive, onSelect: () => void putAway() },
                ]}
              />
            )}
          </>
        }
      />
      {refused && (
        <Banner tone="danger" announce onDismiss={() => setRefused('')} className="mb-4">
          {refused}
        </Banner>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <Card title={t('detail.facts')}>
          <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            {names.map(name => {
              const field = fieldView(module, name, words)
              const wide = kinds[metaOf(allFields(module)[name]!).kind].wide
              return (
                <div key={name} className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
                  <dt className="text-30 text-muted">{words.field(name)}</dt>
                  <dd className="wrap-anywhere whitespace-pre-line">
                    <FieldCell field={field} value={row[name]} />
                  </dd>
                </div>
              )
            })}
          </dl>
        </Card>
        <Card title={t('history.title')} footer={t('detail.changed', { at: formatDateTime(row.updatedAt) })}>
          {entries && entries.length > 0 && <Timeline module={module} entries={entries} />}
          {entries?.length === 0 && <p className="text-30 text-muted">{t('history.none')}</p>}
          {error && <p className="text-30 text-muted">{error.message}</p>}
        </Card>
      </div>
    </>
  )
}
