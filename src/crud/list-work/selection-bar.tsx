import { useQueryClient } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import PencilLine from 'lucide-react/icons/pencil-line'
import Tag from 'lucide-react/icons/tag'
import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WORK_IDS } from '#contract/calls/work.ts'
import type { Row } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useWords } from '#src/fields/words.ts'
import { MOST_QUEUED } from '#src/labels/queue.ts'
import { useAddLabels, useHasLabel } from '#src/labels/use-add-labels.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { piece, whenReachable } from '#src/lib/piece.ts'
import { useRootMark } from '#src/lib/root-mark.ts'
import { useActor } from '#src/session/actor.ts'
import { Menu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-entry.ts'
import { toast } from '#src/ui/toast.ts'
import type { ListModel } from '../list/model.ts'
import { isTooMuch } from '../list/selection-target.ts'
import { useCards } from '../list/use-cards.ts'
import { useOutOfReach } from '../needs-server.tsx'
import { BarButton, BarLink } from './bar-button.tsx'
import { bulkOffers } from './bulk-target.ts'
import { focusList } from './focus-list.ts'
import { selectedPages } from './selected-pages.ts'

const BulkDialog = piece(() => import('./bulk-dialog.tsx').then(({ BulkDialog }) => BulkDialog))
const ExportDialog = piece(() => import('./export-dialog.tsx').then(({ ExportDialog }) => ExportDialog))

/** What can be done with the rows that are selected. It has a place of its own below them, so that it covers none for good. */
export function SelectionBar({ list }: { list: ListModel }) {
  const { t } = useTranslation(['crud', 'ui', 'label'])
  const { module, selection, rows } = list
  const words = useWords(module)
  const actor = useActor()
  const queries = useQueryClient()
  const data = useData()
  const [open, setOpen] = useState<string | null>(null)
  const away = useOutOfReach()
  const hasLabel = useHasLabel(module)
  const addLabels = useAddLabels()
  const isNarrow = useCards()
  useRootMark('data-save-bar-shown', selection.target !== null || open !== null)
  if (!selection.target && open === null) return null
  const known = 'ids' in (selection.target ?? {}) ? knownRows(list) : null
  const offers = bulkOffers(module, list.question.archived, known, actor)
  const { total } = rows
  const count = selection.count === null ? t('listWork.allMatching') : formatNumber(selection.count)
  const isMore = !selection.isAll && (rows.more || (total !== null && (selection.count ?? 0) < total.count))
  const tooMuch = isTooMuch(selection.target) && t('listWork.tooMuch', { most: formatNumber(WORK_IDS) })
  const whyNot = tooMuch || (away && t('waiting.away.deed'))
  const copy = async () => {
    const { copyRows } = await whenReachable(() => import('./copy-rows.ts'))
    const done = await copyRows({ columns: list.columns, rows: known ?? [], stage: words.stage }, { queries, data })
    toast(done ? t('listWork.copied', { count: known?.length ?? 0 }) : t('ui:notCopied'))
  }
  const theirs = async () => {
    // One more than there is room for: then it is said that not all of them are queued.
    const { selectedIds } = await whenReachable(() => import('./selected-ids.ts'))
    const ids = selection.target ? await selectedIds(list, selection.target, MOST_QUEUED + 1) : []
    return ids.map(id => ({ module: module.name, id }))
  }
  const ids = selection.target && 'ids' in selection.target ? selection.target.ids : null
  const pages = ids ? selectedPages(list.screens, actor).map(({ to, ...page }) => ({ ...page, to: to(ids) })) : []
  const inBar = isNarrow ? [] : pages.flatMap(page => (page.icon ? [{ ...page, icon: page.icon }] : []))
  // Moves that fit every selected record stand in the bar; a telephone has no room, and not all records may be known.
  const fitting = known === null || isNarrow ? 0 : MOVES_SHOWN - Math.min(inBar.length, 1)
  const moves = { shown: offers.moves.slice(0, fitting), more: offers.moves.slice(fitting) }
  const others: MenuEntry[] = [
    ...pages.filter(({ icon }) => isNarrow || !icon).map(({ title, to }) => ({ label: t(title), to })),
    ...moves.more.map(move => ({ label: words.move(move), disabled: whyNot, onSelect: () => setOpen(move) })),
    {
      label: t('listWork.copy'),
      icon: Copy,
      disabled: known === null ? t('listWork.copyLoaded') : false,
      onSelect: () => void copy(),
    },
  ]
  return (
    <>
      <section
        aria-label={t('listWork.selection')}
        data-save-bar=""
        className="stays sticky bottom-6 z-(--z-bar) mx-auto mt-4 flex w-fit max-w-full items-center gap-1 rounded-4 bg-inverse py-2 ps-4 pe-2 text-30 text-inverse-text shadow-3 transition motion-2 starting:translate-y-2 starting:opacity-0 max-sm:bottom-2 max-sm:w-full forced-colors:border pointer-coarse:text-40 print:hidden"
      >
        <span role="status" className="font-semibold whitespace-nowrap tabular-nums">
          {t('listWork.selected', { count: selection.count ?? 2, shown: count })}
          {whyNot && <span className="block max-w-[36ch] font-normal whitespace-normal">{whyNot}</span>}
        </span>
        {isMore && (
          <BarButton className="text-inverse-accent max-lg:hidden" onClick={selection.selectAll}>
            {total
              ? t('listWork.selectAll', { shown: formatCount(total.count, total.more) })
              : t('listWork.selectAllMatching')}
          </BarButton>
        )}
        <span
          aria-hidden="true"
          className="mx-1 h-6 border-s border-[color-mix(in_srgb,currentColor_30%,transparent)] max-sm:ms-auto max-sm:border-0"
        />
        {inBar.map(({ title, icon, to }) => (
          <BarLink key={title} icon={icon} to={to} title={title} />
        ))}
        {moves.shown.map(move => (
          <BarButton key={move} refused={whyNot} onClick={() => setOpen(move)}>
            {words.move(move)}
          </BarButton>
        ))}
        {(['change', 'archive', 'restore'] as const)
          .filter(deed => (deed === 'change' ? offers.fields.length > 0 : offers[deed]))
          .map(deed => (
            <BarButton key={deed} icon={deedIcons[deed]} refused={whyNot} onClick={() => setOpen(deed)}>
              {t(`listWork.deed.${deed}`)}
            </BarButton>
          ))}
        {hasLabel && (
          <BarButton icon={Tag} onClick={() => void addLabels(theirs)}>
            {t('label:add')}
          </BarButton>
        )}
        <BarButton icon={Download} refused={whyNot} onClick={() => setOpen('export')}>
          {t('listWork.export.do')}
        </BarButton>
        <Menu
          trigger={<BarButton icon={Ellipsis} aria-label={t('list.more')} title={t('list.more')} />}
          items={[
            ...(isMore ? [{ items: [{ label: t('listWork.selectAllMatching'), onSelect: selection.selectAll }] }] : []),
            { items: others },
          ]}
        />
        <span
          aria-hidden="true"
          className="mx-1 h-6 border-s border-[color-mix(in_srgb,currentColor_30%,transparent)] max-sm:hidden"
        />
        <BarButton
          icon={X}
          aria-label={t('listWork.clear')}
          title={t('listWork.clear')}
          onClick={() => {
            selection.clear()
            focusList()
          }}
        />
      </section>
      <Suspense>
        {open === 'export' ? (
          <ExportDialog list={list} selected onClose={() => setOpen(null)} />
        ) : (
          open !== null && <BulkDialog list={list} action={open} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}

/** Moves that stand in the bar: it has to fit beside what can be done with any record. */
const MOVES_SHOWN = 2

const deedIcons = { change: PencilLine, archive: Archive, restore: ArchiveRestore }

/** More than anybody has picked by hand; looking each up would take longer than asking the server. */
const MOST_KNOWN = 500

/** The selected rows where all of them are at hand. */
function knownRows({ selection, rows }: ListModel): Row[] | null {
  if (!selection.target || !('ids' in selection.target) || selection.target.ids.length > MOST_KNOWN) return null
  const found = selection.target.ids.map(id => rows.at(rows.indexOf(id)))
  return found.every(row => row !== undefined) ? found : null
}
