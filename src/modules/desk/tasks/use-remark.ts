import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Row } from '#contract/module.ts'
import type { Remark } from '#contract/modules/desk/task.ts'
import type { Form } from '#src/crud/use-form.ts'
import { wordsFor } from '#src/data/words.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { serverNow } from '#src/lib/clock.ts'
import { isNoIds } from '#src/offline/ids.ts'

/** What was said, as a row or a form holds it. */
const remarksOf = (values: Readonly<Record<string, unknown>> | undefined): Remark[] =>
  Array.isArray(values?.taskRemarks) ? (values.taskRemarks as Remark[]) : []

/**
 * The remark that is being written beside what was said already. It is a line of the form, and kept by its draft, as
 * soon as it has a number; until then it waits here, and the task is neither saved nor closed without it.
 */
export function useRemark(form: Form, there: Row | undefined) {
  const newId = useNewId()
  const said = remarksOf(there)
  const typed = remarksOf(form.values).find(line => !said.some(one => one.id === line.id))
  const [waiting, setWaiting] = useState('')
  const [problem, setProblem] = useState('')
  const asked = useRef<Promise<number> | null>(null)

  const put = useEffectEvent((line: number, words: string) => {
    const others = remarksOf(form.values).filter(one => one.id !== line)
    // The server believes that it was written then, and says itself by whom.
    const remark = { id: line, text: words, at: new Date(serverNow()).toISOString(), by: null }
    form.set('taskRemarks', words.trim() === '' ? others : [...others, remark])
  })
  const number = useEffectEvent(() => (asked.current ??= newId()))
  const lineThere = typed?.id
  useEffect(() => {
    if (waiting === '') return
    let over = false
    const begin = async () => {
      try {
        // What was typed just when it got its number is put with it.
        const line = await (lineThere ?? number())
        if (over) return
        put(line, waiting)
        asked.current = null
        setWaiting('')
      } catch (error) {
        asked.current = null
        if (!over) setProblem(wordsFor(isNoIds(error) ? 'no-ids' : 'unknown'))
      }
    }
    void begin()
    return () => {
      over = true
    }
  }, [waiting, lineThere])

  return {
    said,
    text: waiting || (typed?.text ?? ''),
    /** There is something in it that the form does not hold yet. */
    isWaiting: waiting.trim() !== '',
    problem,
    write: (words: string) => {
      setProblem('')
      if (typed && waiting === '') put(typed.id, words)
      else setWaiting(words)
    },
  }
}
