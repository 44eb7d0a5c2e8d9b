import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { SILENCE } from './burst.ts'
import { isInterrupted } from './listen.ts'

/**
 * Gets what scan guns type, as whole codes. The part of the page that takes scans has the word. Where there is none, the shell
 * has it. It fetches what finds the record with the first scan.
 */
type Take = (code: string) => void

/**
 * Where the shell gets a scan from. `behind`: a part of the page would have taken it, but a question stands before it. A field
 * for codes is written into.
 */
export type ScannedAt = 'page' | 'behind' | HTMLInputElement
/** `when`: when it was read, in ms since the page began. */
type TakeForShell = (code: string, at: ScannedAt, when: number) => void

/** More than anybody scans while a piece of the app is on its way. */
const MOST = 50
/** The event of a field for codes that was just scanned into: whoever judges what it holds by now adds to its detail. */
const SCANNED_INTO = 'scannedinto'
type Judged = CustomEvent<Promise<boolean>[]>

let takers: readonly Take[] = []
let shell: TakeForShell | null = null
let waiting: readonly Parameters<TakeForShell>[] = []
let listener = () => {}
let takenAt = Number.NEGATIVE_INFINITY

/** A field that takes scans holds a whole one, and its form is submitted next. */
export const noteTaken = () => void (takenAt = performance.now())
/** Is what is submitted now from a gun? Asked in the event itself. */
export const isByGun = (): boolean => performance.now() - takenAt <= SILENCE

export function handScan(code: string, into: HTMLInputElement | null = null, when = performance.now()): void {
  const take = into ? undefined : takers.at(-1)
  if (take && !isInterrupted()) return take(code)
  const at = into ?? (take ? 'behind' : 'page')
  if (shell) return shell(code, at, when)
  waiting = [...waiting, [code, at, when] satisfies Parameters<TakeForShell>].slice(0, MOST)
  listener()
}

/** Is there a scan that the shell has to take? */
export const hasScans = () => waiting.length > 0
export function onScans(next: () => void): () => void {
  listener = next
  return () => void (listener = () => {})
}

/** The shell takes what no page does, and what came before it was there. */
export function takeForShell(take: TakeForShell): () => void {
  shell = take
  for (const scan of waiting) take(...scan)
  waiting = []
  return () => void (shell = null)
}

/** Takes what is scanned anywhere on the page while the component is there; `null` leaves it to others. */
export function useScans(take: Take | null): void {
  const now = useEffectEvent((code: string) => take?.(code))
  const takes = take !== null
  useEffect(() => {
    if (!takes) return undefined
    const own: Take = code => now(code)
    takers = [...takers, own]
    return () => {
      takers = takers.filter(one => one !== own)
    }
  }, [takes])
}

/** Tells those around a field for codes that it was scanned into. Answers whether all of them take what it holds. */
export async function tellScannedInto(field: HTMLInputElement): Promise<boolean> {
  const event: Judged = new CustomEvent(SCANNED_INTO, { bubbles: true, detail: [] })
  field.dispatchEvent(event)
  return (await Promise.all(event.detail)).every(Boolean)
}

/** Hears that a field for codes within the element was scanned into, and says whether it is taken. Answers the ref of the element. */
export function useScannedInto(heard: () => Promise<boolean>): (element: HTMLElement | null) => () => void {
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  })
  return useCallback(element => {
    const tell = (event: Event) => void (event as Judged).detail.push(latest.current())
    element?.addEventListener(SCANNED_INTO, tell)
    return () => element?.removeEventListener(SCANNED_INTO, tell)
  }, [])
}
