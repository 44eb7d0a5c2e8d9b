import { clsx } from 'clsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readAll } from '#src/data/list-pages.ts'
import { idsOf } from '#src/data/rows/source.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { formatCount } from '#src/lib/format.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Swatch } from '#src/ui/swatch.tsx'
import { ListTable } from '../list/list-table.tsx'
import type { Place } from '#src/table/keys.ts'
import type { ListModel } from '../list/model.ts'
import { useRows } from '../list/use-rows.ts'
import { laneQuestion, type Lane } from './lanes.ts'

type Props = {
  list: ListModel
  title: string
  by: string
  lane: Lane
  count: { count: number; more: boolean }
  isOpen: boolean
  onToggle: () => void
}

/** Beyond this a group is selected by narrowing the list to it and selecting all that match. */
const MOST_SELECTED = 1_000

/** One value's head and, while it is open, its rows. */
export function Group({ list, title, by, lane, count, isOpen, onToggle }: Props) {
  const { t } = useTranslation('crud')
  const { module, selection } = list
  const question = laneQuestion(list.question, by, lane)
  const [ids, setIds] = useState<readonly number[]>([])
  const { busy, refused, run } = useDeed()
  const chosen = ids.filter(id => selection.has(id)).length
  const isAll = selection.isAll || (chosen > 0 && chosen >= count.count)

  const select = async (isOn: boolean) => {
    const all = (await readAll(module, question, MOST_SELECTED)).map(({ id }) => id)
    setIds(all)
    selection.put(all, isOn)
    return null
  }
  const tooMany = count.more || count.count > MOST_SELECTED
  return (
    <section aria-label={lane.label} className="[--group-h:calc(var(--hit)+1px)]">
      <h2 className="stays sticky top-(--header-h) z-[calc(var(--z-sticky)+1)] flex min-h-(--group-h) items-center gap-1 border-b bg-surface-sunken ps-3.5 pe-3">
        <Checkbox
          checked={isAll ? true : chosen > 0 ? 'mixed' : false}
          disabled={busy || tooMany}
          onChange={isOn => void run(() => select(isOn))}
          aria-label={t('listWork.groups.select', { name: lane.label })}
          title={tooMany ? t('listWork.groups.tooMany') : undefined}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-hit min-w-0 flex-1 items-center gap-2 rounded-1 px-2 text-start text-30 font-semibold pointer-coarse:text-40"
        >
          <Icon
            of={ChevronRight}
            size="sm"
            mirrored
            className={clsx('text-muted transition motion-1', isOpen && 'rotate-90 rtl:rotate-90')}
          />
          {lane.colour && <Swatch colour={lane.colour} />}
          <span className="truncate">{lane.label}</span>
          <span className="font-normal text-muted tabular-nums">{formatCount(count.count, count.more)}</span>
        </button>
      </h2>
      <Refused why={refused} className="m-3" />
      {isOpen && (
        <Body count={count.count}>
          <Rows
            list={list}
            question={question}
            title={t('listWork.groups.rowsOf', { title, name: lane.label })}
            onIds={setIds}
          />
        </Body>
      )}
    </section>
  )
}

type RowsProps = {
  list: ListModel
  question: ListModel['question']
  title: string
  onIds: (ids: readonly number[]) => void
}

/** The rows of one group as a grid of their own, with the selection of the whole list. */
function Rows({ list, question, title, onIds }: RowsProps) {
  const rows = useRows(list.module, question)
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const loaded = idsOf(rows)
  const key = loaded.length
  useEffect(() => {
    onIds(loaded)
    // oxlint-disable-next-line react/exhaustive-deps -- the number of ids says whether there are others
  }, [key])
  if (rows.loading) return <SkeletonRows rows={3} />
  const own: ListModel = {
    ...list,
    question,
    rows,
    place: { row: Math.min(place.row, rows.count - 1), column: place.column },
    goTo: setPlace,
    restore: null,
    selection: list.selection.over(rows),
  }
  return <ListTable list={own} title={title} inGroup />
}

/** What is near the window or has been; groups far below are not asked for. */
function Body({ count, children }: { count: number; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (!body.current || seen) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: '300px' },
    )
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [seen])
  return (
    <div ref={body} className="min-h-row border-b">
      {seen ? children : <SkeletonRows rows={Math.min(count, 3)} />}
    </div>
  )
}
