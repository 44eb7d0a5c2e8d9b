import Archive from 'lucide-react/icons/archive'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import Tag from 'lucide-react/icons/tag'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { isNumbered, type Module, type MoveOf, type Row } from '#contract/module.ts'
import { isArchivable, isEditable, mayWrite, movesOf, refusalOf } from '#contract/record-rules.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useMark } from '#src/data/use-marks.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { RecordStage } from '#src/fields/record-stage.tsx'
import { useWords } from '#src/fields/words.ts'
import { useAddLabels, useHasLabel } from '#src/labels/use-add-labels.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { MenuEntry } from '#src/ui/menu-entry.ts'
import { Menu } from '#src/ui/menu.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useActs } from './acts/use-acts.ts'
import { buttonsOf, MoveButtons } from './detail-move-buttons.tsx'
import { useMoveDeeds } from './detail-moves.tsx'
import { Neighbours, useTrail } from './detail-neighbours.tsx'
import { LabelInAddress, printsLabel } from './label-ways.tsx'
import { pathTo, pathToCopy, withForm, type Screens } from './screens.ts'
import { useThisRecord } from './this-record.tsx'
import { useCopyLink } from './use-copy-link.tsx'
import { WaitingBadge } from './waiting-badge.tsx'
import { whyNot } from './why-not.ts'

/** `outcomes`: moves that stand as buttons, each with a key of its own: what people do all day. */
type Props<M extends Module> = { outcomes?: readonly MoveOf<M>[] }

/** What a record is, where it stands, and what can be done with it now. */
export function DetailHead<M extends Module = Module>({ outcomes = [] }: Props<M>) {
  const { screens, module, row } = useThisRecord()
  const { t } = useTranslation(['crud', 'label'])
  const words = useWords(module)
  const actor = useActor()
  const navigate = useNavigate()
  const here = useLocation()
  const trail = useTrail(module)
  const [refused, setRefused] = useState('')
  const name = titleOf(module, row)
  const waiting = useMark(module, row.id)
  const title = name || t('detail.noTitle', { noun: words.noun })
  const copyLink = useCopyLink()
  const { busy, press, dialog } = useMoveDeeds(screens, row, title, setRefused)
  const { archive, restore } = useArchiving(screens, row, title, setRefused)
  const may = movesOf(module, row, actor)
  // What leads on stands as a button; what can be done at any time is in the menu.
  const leads = (move: string) => Boolean(module.moves?.[move]?.to ?? module.moves?.[move]?.from)
  const moves = may.filter(leads)
  const buttons = buttonsOf(outcomes, moves)
  const others = may.filter(move => !buttons.moves.includes(move))
  const mayEdit = useCan(module, 'edit') && !module.appendOnly && mayWrite(module, row, actor, ['edit'])
  const mayCreate = useCan(module, 'create')
  // Without a page of its own the form opens over this one.
  const editPage = pathTo(screens, 'edit', row.id) ?? withForm(here.search, row.id)
  const edit = mayEdit && isEditable(module, row) && screens.form.length > 0 ? editPage : undefined
  const editKeys = useShortcut('edit', edit ? () => void navigate(edit, { state: trail }) : null)
  const hasLabel = useHasLabel(module)
  const addLabels = useAddLabels()
  const copy = mayCreate ? pathToCopy(screens, row.id) : undefined

  const items: MenuEntry[] = [
    ...others.map(move => ({
      label: words.move(move),
      disabled: refusalOf(module, move, row) ?? false,
      onSelect: () => press(move),
    })),
    ...(hasLabel
      ? [
          {
            label: t('label:printOne'),
            icon: Printer,
            onSelect: () => void navigate(here, { replace: true, state: { ...trail, ...printsLabel } }),
          },
          {
            label: t('label:add'),
            icon: Tag,
            onSelect: () => void addLabels([{ module: module.name, id: row.id }]),
          },
        ]
      : []),
    ...(copy ? [{ label: t('detail.copy'), icon: Copy, to: copy }] : []),
    {
      label: t('detail.copyLink'),
      icon: Link2,
      onSelect: () => copyLink(location.pathname),
    },
    ...(mayEdit && row.archivedAt ? [{ label: t('detail.restore'), icon: Undo2, onSelect: restore }] : []),
    ...(mayEdit && !row.archivedAt && isArchivable(module, row)
      ? [{ label: t('list.archive'), icon: Archive, onSelect: archive }]
      : []),
  ]
  return (
    <>
      <PageHead
        title={isNumbered(module) && name ? <RecordNumber number={name} /> : title}
        aside={
          <>
            {row.stage && (
              <span
                data-mark={module.colour ?? 'none'}
                className="rounded-2 bg-surface-sunken px-2 py-1 text-30 font-medium"
              >
                <RecordStage module={module} stage={row.stage} words={words} />
              </span>
            )}
            {row.archivedAt && <Badge icon={Archive}>{t('record.archivedAt')}</Badge>}
            {waiting && (
              <Link to="/outbox" className="rounded-2 hover:underline">
                <WaitingBadge mark={waiting} />
              </Link>
            )}
          </>
        }
        actions={
          <>
            {trail && <Neighbours screens={screens} id={row.id} trail={trail} />}
            {edit && (
              <ButtonLink
                to={edit}
                state={trail}
                size="sm"
                icon={Pencil}
                variant={moves.length === 0 ? 'primary' : 'secondary'}
                aria-keyshortcuts={editKeys}
              >
                {t('list.edit')}
              </ButtonLink>
            )}
            <Menu
              trigger={<IconButton size="sm" variant="secondary" icon={Ellipsis} label={t('list.more')} />}
              items={items}
            />
            <MoveButtons screens={screens} buttons={buttons} busy={busy} onPress={press} />
          </>
        }
      />
      <Refused why={refused} onDismiss={() => setRefused('')} className="mb-4" />
      {dialog}
      <LabelInAddress screens={screens} row={row} />
    </>
  )
}

function useArchiving({ module }: Screens, row: Row, title: string, onRefused: (message: string) => void) {
  const { t } = useTranslation('crud')
  const acts = useActs(module)
  const put = async (act: (row: Row) => Promise<Outcome>) => {
    onRefused('')
    onRefused(whyNot(await act(row)))
  }
  const putAway = async () => {
    const question = {
      title: t('detail.archiveTitle', { title }),
      text: t('detail.archiveText'),
      confirmLabel: t('list.archive'),
    }
    if (await confirm(question)) await put(acts.archive)
  }
  return { archive: () => void putAway(), restore: () => void put(acts.restore) }
}
