import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupBy } from '#contract/group-by.ts'
import type { Row } from '#contract/module.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { stageAllows } from '#contract/record-rules.ts'
import { isOwnWrite } from '#src/crud/acts/own-write.ts'
import type { Step, Undoable } from '#src/crud/acts/take-back.ts'
import { useOfferUndo } from '#src/crud/acts/offer-undo.ts'
import { moveBack } from '#src/crud/acts/way-back.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { changeBackBy } from '#src/data/use-take-back.ts'
import { useChange, useMoves, useSend } from '#src/data/use-writes.ts'
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
  /** How it is taken back on a task, by how that stood before and stands now. */
  back: (before: Row, now: Row) => readonly Step[]
}

/**
 * One wish for each of many tasks, so that it works without a connection as well. What was refused stays selected, and so
 * does what was left when somebody stopped it.
 */
export function useBulk() {
  const { t } = useTranslation('task')
  const actor = useActor()
  const makeMove = useMoves(task, 'after the last try')
  const change = useChange(task, 'after the last try')
  // Whoever undoes may be on another page by then.
  const sendBack = useSend(task, 'anywhere')
  const offerUndo = useOfferUndo()
  const isHere = useIsHere()
  const [progress, setProgress] = useState<{ done: number; rows: readonly Task[] } | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  /** How often all was done that there was to do. */
  const [ended, setEnded] = useState(0)
  const stopped = useRef(false)
  // Who leaves it can neither see it nor stop it: what is left stays selected, and is begun anew.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const isAtWork = useRef(false)

  const run = async (rows: readonly Task[], deed: Deed) => {
    const { write, said, back } = deed
    stopped.current = false
    setRefused([])
    const done: Task[] = []
    const undoable: Undoable[] = []
    const failed: Failed[] = []
    let waits: Extract<Outcome<Task>, { state: 'waiting' }> | undefined
    for (const [at, row] of rows.entries()) {
      if (stopped.current) break
      setProgress({ done: at, rows })
      const outcome = await outcomeOf(() => write(row))
      if (outcome.state === 'saved' || outcome.state === 'waiting') {
        if (outcome.state === 'waiting' && !waits?.held) waits = outcome
        const now: Row = outcome.row ?? row
        const steps = isOwnWrite(now, outcome.state === 'waiting', actor.id) ? back(row, now) : []
        done.push(row)
        if (steps.length > 0) undoable.push({ row: now, back: steps })
      } else {
        const why = outcome.state === 'conflict' ? t('task:screen.bulk.changed') : whyNot(outcome)
        failed.push({ row, why, isInOutbox: outcome.inOutbox === true })
      }
    }
    deselectTasks(new Set(done.map(({ id }) => id)))
    setRefused(byReason(failed))
    if (!isHere.current) sayUnheard(failed.filter(({ isInOutbox }) => !isInOutbox))
    setProgress(null)
    setEnded(times => times + 1)
    if (done.length > 0) offerUndo(t(said, { count: done.length }), undoable, waits)
  }
  /** Whoever has left hears once of what came to nothing, unless the outbox tells of it. */
  const sayUnheard = (failed: readonly Failed[]) => {
    if (failed.length === 0) return
    const reasons = byReason(failed).map(({ why, rows }) =>
      t('task:screen.bulk.why', { titles: titlesOf(t, rows), why }),
    )
    toast([t('task:screen.bulk.refused', { count: failed.length }), ...reasons].join(' '), { duration: LONG })
  }
  const begin = (rows: readonly Task[], deed: Deed) => {
    if (isAtWork.current) return
    isAtWork.current = true
    void heldOpen(() => run(rows, deed)).finally(() => {
      isAtWork.current = false
    })
  }

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
        write: row => makeMove(row, 'finish') as Promise<Outcome<Task>>,
        said: 'task:screen.bulk.done',
        back: (before, now) => moveBack({ module: task, actor, sendBack }, 'finish', before, now),
      })
    },
    /** Those of them that somebody else has; the others are not selected any more. */
    reassign: (rows: readonly Task[], to: number) => {
      deselectTasks(new Set(rows.filter(row => row.assignedTo === to).map(({ id }) => id)))
      begin(
        rows.filter(row => row.assignedTo !== to),
        {
          write: row => change(row, { assignedTo: to }),
          said: 'task:screen.bulk.reassigned',
          back: ({ assignedTo }) => [now => changeBackBy(task, sendBack)(now, {}, { assignedTo })],
        },
      )
    },
  }
}

const byReason = (failed: readonly Failed[]): Refused[] =>
  [...groupBy(failed, ({ why }) => why)].map(([why, those]) => ({ why, rows: those.map(({ row }) => row) }))

export const isFinishable = (row: Task): boolean => stageAllows(task.moves!.finish, row)
