import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { isNoIds } from '#src/offline/ids.ts'
import { refused } from '#src/offline/outcome.ts'
import { someAtOnce } from '#src/lib/some-at-once.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { useActor } from '#src/session/actor.ts'
import { heldOpen } from '#src/session/held-open.ts'
import { wordsFor } from '#src/data/words.ts'
import { useAnotherId } from '#src/data/use-another-id.ts'
import { useArchive, useChange, useNewId, useSave } from '#src/data/use-writes.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { LONG, toast } from '#src/ui/toast.ts'
import type { Values } from '#src/form/check.ts'
import { createOnce } from '../create-once.ts'
import { isSettled, newLines, valuesOf, type NewLine } from './new-lines.ts'
import type { PlannedLine } from './paste-plan.ts'
import { isOwnWrite } from '../acts/own-write.ts'
import type { Undoable } from '../acts/take-back.ts'
import { useOfferUndo } from '../acts/offer-undo.ts'
import { whyNot } from '../why-not.ts'

export type PasteRun = { total: number; done: number; failed: { line: PlannedLine; message: string }[] }

/** Writes at a time: the queue sends them one by one, and a server that is asked for more tells us to wait. */
const AT_ONCE = 3
const TRIES = 4

/** Writes planned lines through the same doors as forms do, with progress, and offers to undo all of it. */
export function usePasteRun(module: Module) {
  const { t } = useTranslation('crud')
  const save = useSave(module, 'after the last try')
  const change = useChange(module, 'after the last try')
  // The dialog is closed by then.
  const changeBack = useChange(module, 'anywhere')
  const archive = useArchive(module, 'anywhere')
  const newId = useNewId()
  const anotherId = useAnotherId()
  const me = useActor()
  const offerUndo = useOfferUndo()
  const [run, setRun] = useState<PasteRun | null>(null)
  const stopped = useRef(false)
  const isHere = useIsHere()

  const create = async (line: NewLine, planned: Values): Promise<Outcome> => {
    try {
      const values = await valuesOf(module, line, planned, newId)
      return await createOnce(line.sent, values, { newId, anotherId, save, change })
    } catch (error) {
      if (isNoIds(error)) return refused('no-ids', wordsFor('no-ids'))
      throw error
    }
  }
  const patiently = async ({ row, values }: PlannedLine, isNew: NewLine | undefined): Promise<Outcome> => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = isNew ? await create(isNew, values) : await change(row!, values)
      if (outcome.state !== 'refused' || outcome.code !== 'busy' || attempt === TRIES || stopped.current) return outcome
      await new Promise(resolve => setTimeout(resolve, attempt * 1_000))
    }
  }

  const write = async (lines: readonly PlannedLine[]): Promise<PasteRun> => {
    stopped.current = false
    const written: Undoable[] = []
    const unheard: PasteRun['failed'] = []
    let count = 0
    let waits: Extract<Outcome, { state: 'waiting' }> | null = null
    const news = newLines(`${me.id}:${module.name}`)
    const all = lines.map(line => ({ line, isNew: line.row ? undefined : news.of(line) }))
    let state: PasteRun = { total: lines.length, done: 0, failed: [] }
    const note = (part: Partial<PasteRun>) => {
      state = { ...state, ...part }
      setRun(state)
    }
    note({})
    await someAtOnce(all, AT_ONCE, async ({ line, isNew }) => {
      if (stopped.current) return
      const outcome = await patiently(line, isNew)
      if (isNew && isSettled(isNew, outcome)) news.settle(isNew)
      if ((outcome.state === 'saved' || outcome.state === 'waiting') && outcome.row) {
        count += 1
        // What somebody else had written before is none of what was done here.
        if (isOwnWrite(outcome.row, outcome.state === 'waiting', me.id))
          written.push({ row: outcome.row, back: [now => putBack(line, now)] })
      }
      if (outcome.state === 'waiting' && !waits?.held) waits = outcome
      const message = whyNot(outcome)
      if (message) note({ failed: [...state.failed, { line, message }] })
      if (message && !('inOutbox' in outcome)) unheard.push({ line, message })
      note({ done: state.done + 1 })
    })
    setRun(null)
    if (!isHere.current) sayUnheard(state, unheard)
    const said = t(lines[0]?.row ? 'listWork.paste.changed' : 'listWork.paste.added', { count })
    if (count > 0) offerUndo(said, written, waits ?? { state: 'saved' })
    return state
  }
  /** Whoever has left hears once of what came to nothing, unless the outbox tells of it. */
  const sayUnheard = ({ done, failed }: PasteRun, unheard: PasteRun['failed']) => {
    const [first] = unheard
    if (!first) return
    const count = t('listWork.paste.partly', { done: done - failed.length, left: unheard.length })
    const why = t('listWork.paste.failedLine', { number: first.line.number, message: first.message })
    toast(`${count}. ${why}`, { duration: LONG })
  }
  const putBack = (line: PlannedLine, row: Row): Promise<Outcome> => {
    const before = line.row
    if (!before) return archive(row)
    return changeBack(row, Object.fromEntries(Object.keys(line.values).map(name => [name, before[name] ?? null])))
  }
  return {
    run,
    start: (lines: readonly PlannedLine[]) => heldOpen(() => write(lines)),
    stop: () => {
      stopped.current = true
    },
  }
}
