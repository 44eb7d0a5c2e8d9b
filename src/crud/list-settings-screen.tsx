import { clsx } from 'clsx'
import Merge from 'lucide-react/icons/merge'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { piece } from '#src/lib/piece.ts'
import { useListUses } from '#src/data/use-facts.ts'
import { useList, useParents } from '#src/data/use-list.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { useWords } from '#src/fields/words.ts'
import { useCan } from '#src/session/actor.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useDraftedItem } from '#src/data/drafts/use-drafted-item.ts'
import { columnViews, leastWidth } from './list-settings/columns.ts'
import { ItemsTable } from './list-settings/items-table.tsx'
import { findItems } from './list-settings/search.ts'
import { Toolbar } from './list-settings/toolbar.tsx'
import { useItemDeeds } from './list-settings/use-item-deeds.tsx'
import { useReorder } from './list-settings/use-reorder.ts'
import { useWanted } from './list-settings/use-wanted.ts'
import { useIdle } from '#src/lib/use-idle.ts'
import { askToLeave, useLeaveGuard } from '#src/session/leave.ts'
import { useNarrow } from './use-narrow.ts'

const SideCards = piece(() => import('./list-settings/side-cards.tsx').then(({ SideCards }) => SideCards))
const MergeDialog = piece(() => import('./list-settings/merge-dialog.tsx').then(({ MergeDialog }) => MergeDialog))
const NoItems = piece(() => import('./list-settings/no-items.tsx').then(({ NoItems }) => NoItems))
const UsesDialog = piece(() => import('./list-settings/uses-dialog.tsx').then(({ UsesDialog }) => UsesDialog))

/** What the cards beside the table take. */
const ASIDE = 320
type Open = { what: 'merge'; item: Item | null } | { what: 'uses'; item: Item } | null

/** The one screen of every settings list: its items in their order, to add, edit, sort, switch, merge and paste. */
export function ListSettingsScreen({ list }: { list: List }) {
  const { t } = useTranslation(['crud', 'lists'])
  const words = useWords(list)
  const title = t(`lists:${list.name}.title`)
  const mayCreate = useCan(list, 'create')
  const mayEdit = useCan(list, 'edit')
  const { items, loading } = useList(list, { includeOff: true })
  const parents = useParents(list)
  const parentNames = new Map(parents.map(parent => [parent.id, parent.label]))
  const [adding, setAdding] = useState(false)
  const idle = useIdle(!loading)
  const settled = idle || adding
  const uses = useListUses(list)
  const [wanted, want] = useWanted()
  const [editing, setEditing] = useState<number | null>(null)
  const typed = useRef(false)
  // A change that a reload or a crash cut short stands open again.
  useDraftedItem(list, settled, id => setEditing(now => now ?? (mayEdit ? id : null)))
  const [open, setOpen] = useState<Open>(null)
  useLeaveGuard(somethingIsTyped)
  const [said, announce] = useState('')
  const label = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const below = useNarrow(box, leastWidth(columnViews(list, words)) + ASIDE)

  const deeds = useItemDeeds(list)
  const { ordered, move } = useReorder(list, items, deeds.refuse)
  const kept = new Set([...deeds.touched, ...(editing === null ? [] : [editing])])
  const shown = findItems(ordered, useDeferredValue(wanted), parentNames, kept)
  const off = items.filter(item => !item.active).length

  const moveTo = async (from: number, to: number) => {
    const item = shown[from]
    const of = shown.length
    // Said when it cannot be lost any more.
    if (item && (await move(shown, from, to))) announce(t('list.moved', { label: item.label, place: to + 1, of }))
  }
  /** One item at a time; what was typed in another is given up only if the person says so. */
  const edit = async (id: number | null) => {
    if (id !== null && typed.current && !(await askToLeave(t))) return
    setEditing(id)
  }
  const clear = () => want({ q: '', parent: null, off: false })
  const add = () => {
    setAdding(true)
    label.current?.scrollIntoView({ block: 'center' })
    label.current?.focus()
  }
  const addWords = t('list.addNoun', { noun: words.noun })
  const addKeys = useShortcut('create', mayCreate ? add : null, addWords)
  return (
    <div ref={box}>
      <div className={clsx('grid items-start gap-6', !below && 'grid-cols-[minmax(0,1fr)_296px]')}>
        <div className="min-w-0">
          <PageHead
            title={title}
            text={t(`lists:${list.name}.about`)}
            actions={
              <>
                {mayEdit && items.length > 1 && (
                  <Button size="sm" icon={Merge} onClick={() => setOpen({ what: 'merge', item: null })}>
                    {t('list.merge')}
                  </Button>
                )}
                {mayCreate && (
                  <Button size="sm" variant="primary" icon={Plus} aria-keyshortcuts={addKeys} onClick={add}>
                    {addWords}
                  </Button>
                )}
              </>
            }
          />
          {(items.length > 0 || parents.length > 0) && (
            <Toolbar list={list} wanted={wanted} parents={parents} off={off} settled={settled} onWant={want} />
          )}
          {loading && items.length === 0 ? (
            <Card flush>
              <SkeletonRows />
            </Card>
          ) : (
            <ItemsTable
              list={list}
              title={title}
              items={shown}
              parents={parentNames}
              uses={uses}
              mayEdit={mayEdit}
              mayMove={mayEdit && wanted.q.trim() === ''}
              editing={editing}
              onEdit={id => void edit(id)}
              onDirty={dirty => {
                typed.current = dirty
              }}
              busy={deeds.busy}
              noteOf={deeds.noteOf}
              deeds={{
                toggle: item => void deeds.toggle(item),
                archive: item => void deeds.remove(item),
                merge: item => setOpen({ what: 'merge', item }),
                showUses: item => setOpen({ what: 'uses', item }),
              }}
              onMove={(from, to) => void moveTo(from, to)}
              empty={
                <Suspense>
                  <NoItems list={list} first={items.length === 0} mayCreate={mayCreate} onClear={clear} />
                </Suspense>
              }
              add={mayCreate ? { parent: wanted.parent, labelRef: label, announce, first: adding && !idle } : null}
              settled={settled}
            />
          )}
          <p role="status" className="sr-only">
            {said}
          </p>
        </div>
        <div className={clsx('grid items-start gap-5', below && 'md:grid-cols-2')}>
          {settled && (
            <Suspense>
              <SideCards list={list} items={items} parents={parents} parent={wanted.parent} mayCreate={mayCreate} />
            </Suspense>
          )}
        </div>
      </div>
      <Suspense>
        {open?.what === 'merge' && (
          <MergeDialog list={list} items={items} parents={parentNames} item={open.item} onClose={() => setOpen(null)} />
        )}
        {open?.what === 'uses' && <UsesDialog list={list} item={open.item} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}
