import { useRef, useState } from 'react'
import { bookSheetCall, matchSheetCall, MOST_LINES, type Judged } from '#contract/calls/remittance-sheet.ts'
import { useCall } from '#src/data/use-call.ts'
import { readRemittance, type Sheet } from './read-sheet.ts'

export type Booking = { courier: number; bank: number; reference: string | null; paidOn: string | null }
/** A line as the server judges it; booked, where this page has just done that. */
export type Told = Judged & { at: number; isBooked: boolean }
type Run = { what: 'match' | 'book'; done: number; of: number }

/** Asks about a sheet, and books it, some lines at a time; can be stopped between them. */
export function useSheet() {
  const match = useCall(matchSheetCall)
  const book = useCall(bookSheetCall)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [told, setTold] = useState<readonly Told[]>([])
  const [run, setRun] = useState<Run | null>(null)
  const [refused, setRefused] = useState('')
  const isStopped = useRef(false)
  /** Which sheet it is about: what is heard of one that was changed since is not shown. */
  const round = useRef(0)

  async function look(text: string, courier: number): Promise<void> {
    const ours = (round.current += 1)
    const read = readRemittance(text)
    setSheet(read)
    setTold([])
    setRefused('')
    isStopped.current = false
    // What is said twice may lie in another part of the sheet than the first.
    const seen = new Set<string>()
    for (let from = 0; from < read.lines.length && !isStopped.current; from += MOST_LINES) {
      const lines = read.lines.slice(from, from + MOST_LINES)
      setRun({ what: 'match', done: from, of: read.lines.length })
      const called = await match({ courier, lines: lines.map(({ awb, amount }) => ({ awb, amount })) })
      if (ours !== round.current) return
      if ('failure' in called) {
        setRefused(called.failure.message)
        break
      }
      const judged = called.answer.lines.map((line, place): Told => {
        const key = line.awb.toUpperCase()
        const is = seen.has(key) ? 'twice' : line.is
        seen.add(key)
        return { ...line, is, at: lines[place]!.at, isBooked: false }
      })
      setTold(before => [...before, ...judged])
    }
    setRun(null)
  }

  /** What can be booked. */
  const right = told.filter(({ is, isBooked }) => is === 'right' && !isBooked)
  /** Books it; answers how many, and how much. */
  async function bookAll(how: Booking): Promise<{ booked: number; amount: number }> {
    const sum = { booked: 0, amount: 0 }
    setRefused('')
    isStopped.current = false
    for (let from = 0; from < right.length && !isStopped.current; from += MOST_LINES) {
      const lines = right.slice(from, from + MOST_LINES)
      setRun({ what: 'book', done: from, of: right.length })
      const called = await book({ ...how, lines: lines.map(({ awb, amount }) => ({ awb, amount })) })
      if ('failure' in called) {
        setRefused(called.failure.message)
        break
      }
      const { answer } = called
      sum.booked += answer.booked
      sum.amount += answer.amount
      const now = new Map(lines.map(({ at }, place) => [at, answer.lines[place]!]))
      setTold(before =>
        before.map(line => {
          const said = now.get(line.at)
          return said ? { ...line, ...said, isBooked: said.is === 'right' } : line
        }),
      )
    }
    setRun(null)
    return sum
  }

  return {
    sheet,
    told,
    right,
    run,
    refused,
    dismiss: () => setRefused(''),
    stop: () => void (isStopped.current = true),
    forget: () => {
      round.current += 1
      setRun(null)
      setSheet(null)
      setTold([])
    },
    look,
    bookAll,
  }
}
