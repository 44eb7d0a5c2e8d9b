import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupBy } from '#contract/group-by.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { mayMove, stageAllows } from '#contract/rules.ts'
import { stepsBack, wayBack } from '#src/crud/acts/way-back.ts'
import { isOwnWrite } from '#src/crud/acts/own-write.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { useSayKept } from '#src/crud/say-waiting.ts'
import { whyNot } from '#src/crud/why-not.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useMovesBack } from '#src/data/use-take-back.ts'
import { useChange, useMoves } from '#src/data/use-writes.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { useActor } from '#src/session/actor.ts'
import { heldOpen } from '#src/session/held-open.ts'
import { LONG, toast } from '#src/ui/toast.ts'
import { deselectTasks } from './state.ts'
import { titlesOf } from './titles.ts'

/** The tasks that were not changed for one reason. */
type Refused = { why: string; rows: Task[] }
type Failed = { row: Task; why: string; isInOutbox: boolean }
type Deed = {
  write: (row: Task) => Promise<Outcome<Task>>
  /** What is said once it is done, by the number of tasks. */
  said: string
  /** Takes it back on a task as it is then. */
  back?: (row: Task, before: Task) => Promise<Outcome<Task>>
  /** It takes back what was done. */
  isUndo?: true
}

/**
 * One wish for each of many tasks, so that it works without a connection as well. What was refused stays selected, and so
 * does what was left when somebody stopped it.
 */
export function useBulk() {
  const { t } = useTranslation('task')
  const actor = useActor()
  const makeMove = useMoves(task, 'after the last try')
  const makeMoveBack = useMovesBack(task, 'after the last try')
  const change = useChange(task, 'after the last try')
  const sayKept = useSayKept()
  const isHere = useIsHere()
  const [progress, setProgress] = useState<{ done: number; rows: readonly Task[] } | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  /** How often all was done that there was to do. */
  const [ended, setEnded] = useState(0)
  const stopped = useRef(false)
  const undoing = useRef(false)
  // Who leaves it can neither see it nor stop it: what is left stays selected, and is begun anew. Of an undo nothing is
  // selected, and what it is asked by outlives the page: that runs to its end.
  useEffect(
    () => () => {
      if (!undoing.current) stopped.current = true
    },
    [],
  )
  /** What is under way: an undo waits for it, since nobody presses it twice. */
  const turn = useRef<Promise<void> | null>(null)

  const run = async (rows: readonly Task[], deed: Deed) => {
    const { write, said, back, isUndo = false } = deed
    stopped.current = false
    undoing.current = isUndo
    setRefused([])
    const done: { before: Task; now: Task; isOwn: boolean }[] = []
    const failed: Failed[] = []
    let waits: Extract<Outcome<Task>, { state: 'waiting' }> | undefined
    let left: readonly Task[] = []
    for (const [at, row] of rows.entries()) {
      if (stopped.current) {
        left = rows.slice(at)
        break
      }
      setProgress({ done: at, rows })
      const outcome = await outcomeOf(() => write(row))
      if (outcome.state === 'saved' || outcome.state === 'waiting') {
        if (outcome.state === 'waiting' && !waits?.held) waits = outcome
        const isOwn = isOwnWrite(outcome.row, outcome.state === 'waiting', actor.id)
        done.push({ before: row, now: outcome.row ?? row, isOwn })
      } else {
        const why = outcome.state === 'conflict' ? t('task:screen.bulk.changed') : whyNot(outcome)
        failed.push({ row, why, isInOutbox: outcome.inOutbox === true })
      }
    }
    deselectTasks(new Set(done.map(({ before }) => before.id)))
    setRefused(byReason(failed))
    if (!isHere.current) sayUnheard(failed.filter(({ isInOutbox }) => !isInOutbox))
    setProgress(null)
    setEnded(times => times + 1)
    if (isUndo && left.length > 0)
      return void toast(t('task:screen.bulk.undoStopped', { count: left.length }), { undo: () => inTurn(left, deed) })
    if (done.length === 0) return
    const before = new Map(done.map(({ before }) => [before.id, before]))
    const own = done.filter(({ isOwn }) => isOwn)
    const undo = () => {
      inTurn(
        own.map(({ now }) => now),
        { write: row => back!(row, before.get(row.id)!), said: 'task:screen.bulk.undone', isUndo: true },
      )
    }
    sayKept(waits ?? { state: 'saved' }, t(said, { count: done.length }), {
      undo: back && own.length > 0 ? undo : undefined,
    })
  }
  /** Whoever has left hears once of what came to nothing, unless the outbox tells of it. */
  const sayUnheard = (failed: readonly Failed[]) => {
    if (failed.length === 0) return
    const reasons = byReason(failed).map(({ why, rows }) =>
      t('task:screen.bulk.why', { titles: titlesOf(t, rows), why }),
    )
    toast([t('task:screen.bulk.refused', { count: failed.length }), ...reasons].join(' '), { duration: LONG })
  }
  function inTurn(rows: readonly Task[], deed: Deed) {
    const before = turn.current ?? Promise.resolve()
    const mine = heldOpen(() => before.then(() => run(rows, deed))).finally(() => {
      if (turn.current === mine) turn.current = null
    })
    turn.current = mine
  }
  const begin = (rows: readonly Task[], deed: Deed) => {
    if (turn.current === null) inTurn(rows, deed)
  }
  const finish = (row: Task) => makeMove(row, 'finish') as Promise<Outcome<Task>>
  /** To where it stood before it was done. */
  const reopen = (row: Task, before: Task): Promise<Outcome<Task>> => {
    const done: Task = { ...row, stage: 'done', endedBy: actor.id }
    const way = wayBack(task, 'finish', before, done, actor) ?? []
    return stepsBack(task, done, way, makeMoveBack) as Promise<Outcome<Task>>
  }
  const give = (row: Task, to: number) => change(row, { assignedTo: to })

  return {
    progress,
    stop: () => {
      stopped.current = true
    },
    refused,
    dismiss: () => setRefused([]),
    ended,
    /** Those of them that have not ended; the others are not selected any more. */
    finish: (rows: readonly Task[]) => {
      deselectTasks(new Set(rows.filter(row => !isFinishable(row)).map(({ id }) => id)))
      begin(rows.filter(isFinishable), {
        write: finish,
        said: 'task:screen.bulk.done',
        ...(mayMove(task, task.moves!.reopen, actor) ? { back: reopen } : {}),
      })
    },
    /** Those of them that somebody else has; the others are not selected any more. */
    reassign: (rows: readonly Task[], to: number) => {
      deselectTasks(new Set(rows.filter(row => row.assignedTo === to).map(({ id }) => id)))
      begin(
        rows.filter(row => row.assignedTo !== to),
        {
          write: row => give(row, to),
          said: 'task:screen.bulk.reassigned',
          back: (row, before) => give({ ...row, assignedTo: to }, before.assignedTo),
        },
      )
    },
  }
}

const byReason = (failed: readonly Failed[]): Refused[] =>
  [...groupBy(failed, ({ why }) => why)].map(([why, those]) => ({ why, rows: those.map(({ row }) => row) }))

export const isFinishable = (row: Task): boolean => stageAllows(task.moves!.finish, row)
