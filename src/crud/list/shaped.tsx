import { useHouse } from '#src/session/house.ts'
import { Board } from '../list-work/board.tsx'
import { Calendar } from '../list-work/calendar.tsx'
import { Groups } from '../list-work/groups.tsx'
import type { ListModel } from './model.ts'

/** The same rows in another shape. */
export function Shaped({ list, title }: { list: ListModel; title: string }) {
  const { shape } = list.state
  const { timeZone } = useHouse()
  if (shape === 'board') return <Board list={list} />
  // Which day a moment is depends on it, everywhere in a calendar.
  if (shape === 'calendar') return <Calendar key={timeZone} list={list} />
  return <Groups list={list} title={title} />
}
