import { useRef, useState } from 'react'
import { awbKey } from '#contract/awb.ts'
import { bookSheetCall, matchSheetCall, MOST_LINES, type Judged } from '#contract/calls/remittance-sheet.ts'
import { useCall } from '#src/data/use-call.ts'
import { readRemittance, type Columns, type Sheet } from './read-sheet.ts'

export type Booking = { courier: number; bank: number; reference: string | null; paidOn: string | null }
/** A line as the server judges it; booked, where this page has just done that. */
export type Told = Judged & { at: number; charges: number; isBooked: boolean }
type Run = { what: 'match' | 'book'; done: number; of: number }

/** Asks about a sheet, and books it, some lines at a time; can be stopped between them. */
export function useSheet() {
  const match = useCall(matchSheetCall)
  const book = useCall(bookSheetCall)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  /** The columns of a sheet that does not name them: they can be chosen anew. */
  const [asked, setAsked] = useState<string[] | null>(null)
  const [told, setTold] = useState<readonly Told[]>([])
  const [run, setRun] = useState<Run | null>(null)
  const [refused, setRefused] = useState('')
  const isStopped = useRef(false)
  /** Which sheet it is about: what is heard of one that was changed since is not shown. */
  const round = useRef(0)

  async function look(text: string, courier: number, columns: Columns | null): Promise<void> {
    const ours = (round.current += 1)
    const read = readRemittance(text, columns)
    setSheet(read)
    if (read.ask) setAsked(read.ask)
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
        const key = awbKey(line.awb)
        const is = seen.has(key) ? 'twice' : line.is
        seen.add(key)
        const { at, charges } = lines[place]!
        return { ...line, is, at, charges, isBooked: false }
      })
      setTold(before => [...before, ...judged])
    }
    setRun(null)
  }

  /** What can be booked. */
  const right = told.filter(({ is, isBooked }) => is === 'right' && !isBooked)
  /** What can be booked with its difference. */
  const others = told.filter(({ is, isBooked, amount }) => is === 'other' && !isBooked && amount > 0)
  /** Books what is right, and with it what has a difference, if that is meant; answers how many, and how much. */
  async function bookAll(how: Booking, withOthers: boolean): Promise<{ booked: number; amount: number }> {
    const sum = { booked: 0, amount: 0 }
    setRefused('')
    isStopped.current = false
    const all = withOthers ? [...right, ...others] : right
    for (let from = 0; from < all.length && !isStopped.current; from += MOST_LINES) {
      const lines = all.slice(from, from + MOST_LINES)
      setRun({ what: 'book', done: from, of: all.length })
      const asked = lines.map(({ awb, amount, charges, is }) => ({ awb, amount, charges, isMeant: is === 'other' }))
      const called = await book({ ...how, lines: asked })
      if ('failure' in called) {
        setRefused(called.failure.message)
        break
      }
      const { answer } = called
      sum.booked += answer.booked
      sum.amount += answer.amount
      const now = new Map(lines.map(({ at }, place) => [at, { said: answer.lines[place]!, asked: asked[place]! }]))
      setTold(before =>
        before.map(line => {
          const one = now.get(line.at)
          if (!one) return line
          const { said, asked } = one
          return { ...line, ...said, isBooked: said.is === 'right' || (said.is === 'other' && asked.isMeant) }
        }),
      )
    }
    setRun(null)
    return sum
  }

  return {
    sheet,
    asked,
    told,
    right,
    others,
    run,
    refused,
    dismiss: () => setRefused(''),
    stop: () => void (isStopped.current = true),
    forget: () => {
      round.current += 1
      setRun(null)
      setSheet(null)
      setAsked(null)
      setTold([])
    },
    look,
    bookAll,
  }
}
