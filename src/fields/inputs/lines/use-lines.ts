import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyLine } from '#contract/empty-line.ts'
import { same } from '#contract/merge.ts'
import { useData } from '#src/data/data.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { isNoIds } from '#src/offline/ids.ts'
import { SCANNED_RECORD } from '#src/lib/keys/scanned-record.ts'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { toast } from '#src/ui/toast.ts'
import type { LineDeed } from '../../line-keys.ts'
import { asLines, type Column, type Line } from '../../lines.tsx'
import type { InputProps } from '../../view.ts'

/** Why something did not get into the lines: texts that mean nothing in their column, no number for a line, or in words. */
export type Trouble = { column: string; text: string }[] | { message: string } | 'noIds'

type Of = Pick<InputProps, 'field' | 'value' | 'onChange'> & {
  /** Those that are typed into, in their order. */
  columns: readonly Column[]
}

/** Lines being typed: added, taken out, moved, pasted. */
export function useLines({ field, value, onChange, columns }: Of) {
  const { t } = useTranslation('crud')
  const data = useData()
  const newId = useNewId()
  const box = useRef<HTMLDivElement>(null)
  const lines = asLines(value)
  const empty = emptyLine(field.meta)
  // A new line is typed into where it must say something: an address begins with the address, not with what it is called.
  const first = (columns.find(({ required, given }) => required && !given) ?? columns[0])?.key ?? ''
  // An id is at hand before it is needed: a line that is asked for is there at once, and what is typed next stands in it.
  const [spare, setSpare] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  // One that must be there is there to be typed into.
  const ghost = lines.length === 0 && field.required && spare !== null ? { ...empty, id: spare } : null
  const shown: Line[] = ghost ? [ghost] : lines

  const controlAt = ({ line, column }: { line: number | undefined; column: string }) =>
    box.current
      ?.querySelector(`[data-line="${line}"] [data-column="${column}"]`)
      ?.querySelector<HTMLElement>('input, textarea, button')
  const goTo = useFocusOnceDrawn(controlAt)

  const fail = (error: unknown) => setTrouble(isNoIds(error) ? 'noIds' : { message: failureOf(error)!.message })
  const isHere = useIsHere()
  /** Nobody waits for it: it may come after the form was left. */
  const prepare = async () => {
    try {
      const id = await newId()
      if (isHere.current) setSpare(id)
    } catch (error) {
      if (isHere.current) fail(error)
    }
  }
  const begin = useEffectEvent(() => {
    if (field.required && lines.length === 0 && spare === null) void prepare()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- it asks the device for a number
  useEffect(() => begin(), [])

  const put = (next: Line[]) => onChange(next.length === 0 && field.required ? null : next)
  const insert = async (at: number, line: Record<string, unknown>, column: string) => {
    try {
      // The one at hand may have just become a line: then the next is still on its way.
      const isFree = spare !== null && !latest().lines.some(one => one.id === spare)
      const id = isFree ? spare : await newId()
      putIn(at, { ...line, id })
      goTo({ line: id, column })
      void prepare()
    } catch (error) {
      fail(error)
    }
  }
  const change = useSteady((line: number, column: string, next: unknown) => {
    // An answer for a line that is gone.
    if (!shown.some(one => one.id === line)) return
    put(shown.map(one => (one.id === line ? { ...one, [column]: next } : one)))
    if (ghost) void prepare()
  })
  // What comes later, or comes back, belongs into the lines as they are by then.
  const latest = useSteady(() => ({ lines, put }))
  const putIn = (at: number, line: Line) => {
    const { lines, put } = latest()
    if (!lines.some(one => one.id === line.id)) put([...lines.slice(0, at), line, ...lines.slice(at)])
  }
  const remove = (at: number, column: string) => {
    const line = lines[at]
    if (!line) return
    put(lines.filter(one => one !== line))
    const next = lines[at + 1] ?? lines[at - 1]
    if (next) goTo({ line: next.id, column })
    toast(t('form.lines.removed', { number: at + 1 }), { undo: () => putIn(at, line) })
  }
  const move = (at: number, by: 1 | -1, column: string) => {
    const [line, other] = [lines[at], lines[at + by]]
    if (!line || !other) return
    put(lines.map((one, index) => (index === at ? other : index === at + by ? line : one)))
    goTo({ line: line.id, column })
  }
  const isBlank = (line: Line) => same(line, { ...empty, id: line.id })
  const focus = (line: Line | undefined, column: string) => controlAt({ line: line?.id, column })?.focus()
  const run = useSteady((deed: LineDeed, at: number, column: string) => {
    const line = lines[at]
    if (!line) return
    const written = Object.fromEntries(columns.flatMap(({ key, given }) => (given ? [] : [[key, line[key]]])))
    if (deed === 'next' && at < lines.length - 1) return focus(lines[at + 1], column)
    if (deed === 'next') return isBlank(line) ? undefined : void insert(at + 1, empty, first)
    if (deed === 'duplicate') return void insert(at + 1, { ...empty, ...written }, column)
    if (deed === 'remove') return remove(at, column)
    if (deed === 'above' || deed === 'below') return focus(lines[at + (deed === 'below' ? 1 : -1)], column)
    return move(at, deed === 'up' ? -1 : 1, column)
  })
  const paste = async (text: string, target: EventTarget) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
    const into = row?.dataset.line
    const { readLines, fillLines } = await import('../../paste-lines.ts')
    try {
      const { fills, strange } = await readLines(data, columns, cell?.dataset.column ?? '', text)
      const ids: number[] = []
      const missing = ({ lines }: { lines: Line[] }) => placeOf(lines, into) + fills.length - lines.length
      while (ids.length < missing(latest())) ids.push(await newId())
      const { lines, put } = latest()
      put(fillLines(lines, placeOf(lines, into), fills, empty, ids))
      setTrouble(strange.length > 0 ? strange : null)
    } catch (error) {
      fail(error)
    }
  }
  /** Of what is scanned again there is one more. Another one than the line has is a line of its own. */
  const scanned = useEffectEvent((event: Event) => {
    const { target, detail: id } = event as CustomEvent<number>
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
    const column = place?.dataset.column
    const row = place?.closest<HTMLElement>('[data-line]')?.dataset.line
    const counted = columns.find(({ meta, given }) => meta.whole && !given)?.key
    if (column === undefined || counted === undefined) return
    const { lines, put } = latest()
    const twin = lines.find(one => one[column] === id)
    const own = lines.find(one => String(one.id) === row)
    if (!twin && (own?.[column] ?? null) === null) return
    event.preventDefault()
    if (twin) put(lines.map(one => (one === twin ? { ...one, [counted]: Number(one[counted] ?? 1) + 1 } : one)))
    else void insert(lines.length, { ...empty, [column]: id }, column)
  })
  useEffect(() => {
    const around = box.current
    const hear = (event: Event) => scanned(event)
    around?.addEventListener(SCANNED_RECORD, hear)
    return () => around?.removeEventListener(SCANNED_RECORD, hear)
  }, [])
  return {
    box,
    shown,
    trouble,
    forget: () => setTrouble(null),
    change,
    run,
    add: () => void insert(lines.length, empty, first),
    paste: (text: string, target: EventTarget) => void paste(text, target),
    enter: () => {
      if (spare === null) void prepare()
    },
    // A line that nobody wrote anything into was never meant.
    leave: () => {
      if (lines.some(isBlank)) put(lines.filter(line => !isBlank(line)))
    },
  }
}

/** Where the line of this id is; below all of them where there is none. */
function placeOf(lines: readonly Line[], id: string | undefined): number {
  const at = lines.findIndex(line => String(line.id) === id)
  return at < 0 ? lines.length : at
}
