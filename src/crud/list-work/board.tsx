import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { ListModel } from '../list/model.ts'
import { BoardLane } from './board-lane.tsx'
import { DragGhost } from './drag-ghost.tsx'
import { FieldChooser } from './field-chooser.tsx'
import { useLanes, type At } from './lanes.ts'
import { groupFields } from './shape-fields.ts'
import { useCardDrag } from './use-card-drag.ts'
import { useLaneMoves, type Way } from './use-lane-moves.ts'

/** The rows of a list as cards, in a lane for every stage or value; they are moved by hand, by finger and by keys. */
export function Board({ list }: { list: ListModel }) {
  const { module, state, question } = list
  const { t } = useTranslation('crud')
  const actor = useActor()
  const names = groupFields(module, actor)
  const by = names.includes(state.group) ? state.group : (names[0] ?? 'stage')
  const { lanes, loading } = useLanes(module, by, question)
  const moves = useLaneMoves(list.screens, by, lanes)
  const board = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<At | null>(null)
  const [several, setSeveral] = useState<{ row: Row; ways: Way[] } | null>(null)

  // The card that is gone to may have to be drawn first, in another lane.
  const wanted = useRef(false)
  useLayoutEffect(() => {
    if (!wanted.current || !at) return
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${at.id}"]`)
    if (!card) return
    wanted.current = false
    card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const goTo = (to: At) => {
    wanted.current = true
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
  const drop = (row: Row, key: string) => {
    const ways = moves.waysOf(row).filter(way => way.to.key === key)
    if (ways.length > 1) setSeveral({ row, ways })
    else if (ways[0]) void move(row, ways[0])
  }
  const { drag, pick } = useCardDrag(board, drop)
  const open = drag ? new Set(moves.waysOf(drag.row).map(way => way.to.key)) : null

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
      <FieldChooser
        module={module}
        names={names}
        name={by}
        label={t('listWork.board.by')}
        onChoose={group => list.change({ group })}
      />
      {moves.failed && (
        <Banner tone="danger" announce title={moves.failed.title} onDismiss={moves.dismiss}>
          {moves.failed.message}
        </Banner>
      )}
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
      {drag && <DragGhost list={list} row={drag.row} x={drag.x} y={drag.y} />}
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
