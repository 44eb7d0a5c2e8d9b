import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { same } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import type { Remark } from '#contract/modules/desk/task.ts'
import type { Form } from '#src/crud/use-form.ts'
import { failureOf } from '#src/data/words.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { serverNow } from '#src/lib/clock.ts'

/** What was said, as a row or a form holds it. */
const remarksOf = (values: Readonly<Record<string, unknown>> | undefined): Remark[] =>
  Array.isArray(values?.taskRemarks) ? (values.taskRemarks as Remark[]) : []

/** What was written beyond what is said by now. */
const beyond = (text: string, said: string) => (text.startsWith(said) ? text.slice(said.length).trimStart() : text)

/** Words that wait for the number of their remark. */
export const useWaitingWords = () => useState('')

type Places = {
  /** The record as the form goes over it. */
  seen: Row | undefined
  /** The record as it is by now. */
  there: Row | undefined
  waits: ReturnType<typeof useWaitingWords>
}

/**
 * The remark that is being written beside what was said already. It is a line of the form, and kept by its draft, as
 * soon as it has a number; until then it waits here, and the task is neither saved nor closed without it.
 */
export function useRemark(form: Form, { seen, there, waits: [waiting, setWaiting] }: Places) {
  const newId = useNewId()
  const lines = remarksOf(form.values)
  const kept = remarksOf(seen)
  const said = remarksOf(there)
  const isSaid = ({ id, text }: Remark) => [...kept, ...said].some(one => one.id === id && one.text === text)
  // Several after a save that was refused: to whoever goes on writing they are one.
  const typed = lines.filter(line => !isSaid(line))
  const [problem, setProblem] = useState('')
  const asked = useRef<Promise<number> | null>(null)

  // A save is over in a later moment than it began in. What it said is changed by nobody, and whoever went on writing in it
  // began another remark.
  const inForm = (one: Remark) => lines.find(line => line.id === one.id)
  if (kept.some(one => !same(one, inForm(one)))) {
    const further = kept.map(one => beyond(inForm(one)?.text ?? '', one.text))
    form.set('taskRemarks', [...kept, ...lines.filter(line => !kept.some(one => one.id === line.id))])
    setWaiting([...further, waiting].filter(words => words !== '').join('\n'))
  }

  const put = (line: number, words: string, others: readonly Remark[]) => {
    // The server believes that it was written then, and says itself by whom.
    const remark = { id: line, text: words, at: new Date(serverNow()).toISOString(), by: null }
    form.set('taskRemarks', words.trim() === '' ? others : [...others, remark])
  }
  const putWaiting = useEffectEvent((line: number) =>
    put(
      line,
      waiting,
      lines.filter(one => one.id !== line),
    ),
  )
  const number = useEffectEvent(async () => {
    try {
      const line = await (asked.current ??= newId())
      // The remark before this one had it.
      return [...kept, ...said].some(one => one.id === line) ? await (asked.current = newId()) : line
    } catch (error) {
      asked.current = null
      throw error
    }
  })
  useEffect(() => {
    if (waiting === '') return
    let over = false
    const begin = async () => {
      try {
        // What was typed just when it got its number is put with it.
        const line = await number()
        if (over) return
        putWaiting(line)
        setWaiting('')
      } catch (error) {
        if (!over) setProblem(failureOf(error)!.message)
      }
    }
    void begin()
    return () => {
      over = true
    }
  }, [waiting, setWaiting])

  return {
    said,
    text: waiting || typed.map(({ text }) => text).join('\n'),
    /** There is something in it that the form does not hold yet. */
    isWaiting: waiting.trim() !== '',
    problem,
    write: (words: string) => {
      setProblem('')
      if (typed[0] && waiting === '') put(typed[0].id, words, lines.filter(isSaid))
      else setWaiting(words)
    },
  }
}
