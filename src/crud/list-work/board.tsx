import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { ListModel } from '../list/model.ts'
import { BoardLane } from './board-lane.tsx'
import type { At } from './lanes.ts'
import { useCardDrag } from './use-card-drag.tsx'
import { isOpen, useLaneMoves, type Way } from './use-lane-moves.ts'
import { useSplit } from './use-split.tsx'

/** The rows of a list as cards, in a lane for every stage or value; they are moved by hand, by finger and by keys. */
export function Board({ list }: { list: ListModel }) {
  const { t } = useTranslation('crud')
  const { by, lanes, loading, chooser } = useSplit(list, t('listWork.board.by'))
  const moves = useLaneMoves(list.screens, by, lanes)
  const board = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<At | null>(null)
  const [several, setSeveral] = useState<{ row: Row; ways: Way[] } | null>(null)

  const focusOn = useFocusOnceDrawn(({ id }: At) => board.current?.querySelector<HTMLElement>(`[data-card="${id}"]`))
  const goTo = (to: At) => {
    focusOn(to)
    setAt(to)
  }
  const move = async (row: Row, way: Way) => {
    const to = { lane: way.to.key, id: row.id }
    goTo(to)
    await moves.go(row, way)
    // The card was drawn anew where it is now; whoever went elsewhere meanwhile stays there.
    const active = document.activeElement
    if (active === document.body || board.current?.contains(active)) goTo(to)
  }
  const waysFrom = (row: Row) => moves.waysOf(row).filter(isOpen)
  const drop = (row: Row, key: string) => {
    const ways = waysFrom(row).filter(way => way.to.key === key)
    if (ways.length > 1) setSeveral({ row, ways })
    else if (ways[0]) void move(row, ways[0])
  }
  const { drag, pick, ghost } = useCardDrag(list.module, board, drop)
  const open = drag ? new Set(waysFrom(drag.row).map(way => way.to.key)) : null

  /** From lane to lane at about the same height; within a lane the lane itself knows. */
  const sideways = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const card = (event.target as Element).closest<HTMLElement>('[data-card]')
    const lane = card?.closest<HTMLElement>('[data-lane]')
    if (!card || !lane || card !== event.target) return
    const forward = (event.key === 'ArrowRight') !== (getComputedStyle(lane).direction === 'rtl')
    const all = [...(board.current?.querySelectorAll<HTMLElement>('[data-lane]') ?? [])]
    const others = forward ? all.slice(all.indexOf(lane) + 1) : all.slice(0, all.indexOf(lane)).toReversed()
    const top = card.getBoundingClientRect().top
    for (const other of others) {
      const cards = [...other.querySelectorAll<HTMLElement>('[data-card]')]
      const near = cards.toSorted(
        (a, b) => Math.abs(a.getBoundingClientRect().top - top) - Math.abs(b.getBoundingClientRect().top - top),
      )[0]
      if (!near) continue
      event.preventDefault()
      return goTo({ lane: other.dataset.lane ?? '', id: Number(near.dataset.card) })
    }
  }

  return (
    <div className="grid gap-3">
      {chooser}
      {moves.failure}
      {loading && <SkeletonRows />}
      <p id="board-hint" className="sr-only">
        {t('listWork.board.hint')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the cards inside */}
      <div
        ref={board}
        onKeyDown={sideways}
        className="-mx-gutter flex snap-x gap-3 overflow-x-auto px-gutter pb-4 sm:snap-none"
      >
        {lanes.map(lane => (
          <BoardLane
            key={lane.key}
            list={list}
            by={by}
            lane={lane}
            at={at}
            isFirst={lane === lanes[0]}
            under={moves.under}
            drag={drag && { id: drag.row.id, over: drag.over === lane.key, allowed: open?.has(lane.key) ?? false }}
            waysOf={moves.waysOf}
            onGo={goTo}
            onMove={(row, way) => void move(row, way)}
            onPick={pick}
          />
        ))}
      </div>
      {ghost}
      {moves.dialog}
      {several && (
        <Dialog open onClose={() => setSeveral(null)} title={t('listWork.board.which')}>
          {several.ways.map(way => (
            <Button
              key={way.label}
              block
              onClick={() => {
                setSeveral(null)
                void move(several.row, way)
              }}
            >
              {way.label}
            </Button>
          ))}
        </Dialog>
      )}
    </div>
  )
}
