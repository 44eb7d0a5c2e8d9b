import { clsx } from 'clsx'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useEffectEvent, useRef, useState, type ComponentType, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import { useData } from '#src/data/data.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { isNoIds } from '#src/offline/ids.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useFieldWiring } from '#src/ui/field-context.ts'
import { toast } from '#src/ui/toast.ts'
import type { LineDeed } from '../line-keys.ts'
import { asLines, columnsOf, type Column, type Line } from '../lines.tsx'
import type { InputProps } from '../view.ts'
import { LineRow, type LineInputs } from './lines-row.tsx'

/** More columns than these do not stand beside each other. */
const MOST = 5

/** How much of a row a column takes. */
const shares: Partial<Record<FieldKind, string>> = {
  flag: '6rem',
  number: 'minmax(5rem,7rem)',
  money: 'minmax(7rem,9rem)',
  date: 'minmax(9rem,11rem)',
  choice: 'minmax(8rem,10rem)',
  reference: 'minmax(0,2fr)',
}
const tracksOf = (columns: readonly Column[]) =>
  [...columns.map(({ meta }) => shares[meta.kind] ?? 'minmax(0,1fr)'), '4.5rem'].join(' ')

function LinesInput({ inputs, field, value, onChange, onBlur, errors = {} }: InputProps & { inputs: LineInputs }) {
  const { t } = useTranslation('crud')
  const data = useData()
  const newId = useNewId()
  const { id } = useFieldWiring()
  const box = useRef<HTMLDivElement>(null)
  const lines = asLines(value)
  // What nobody types is shown where it is there.
  const columns = columnsOf(field).filter(
    ({ key, given }) => !given || lines.some(line => (line[key] ?? null) !== null),
  )
  const card = columns.length > MOST
  const empty = Object.fromEntries(
    Object.entries(field.meta.line ?? {}).map(([name, schema]) => [name, schema.safeParse(undefined).data ?? null]),
  )
  // An id is at hand before it is needed: a line that is asked for is there at once, and what is typed next stands in it.
  const [spare, setSpare] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<{ column: string; text: string }[] | { message: string } | 'noIds' | null>(
    null,
  )
  // One that must be there is there to be typed into.
  const ghost = lines.length === 0 && field.required && spare !== null ? { ...empty, id: spare } : null
  const shown: Line[] = ghost ? [ghost] : lines

  const wanted = useRef<{ line: number; column: string } | null>(null)
  useEffect(() => {
    const place = wanted.current
    if (!place) return
    const cell = box.current?.querySelector(`[data-line="${place.line}"] [data-column="${place.column}"]`)
    const control = cell?.querySelector<HTMLElement>('input, textarea, button')
    if (!control) return
    wanted.current = null
    control.focus()
  })
  const goTo = (line: number | undefined, column: string) => {
    if (line !== undefined) wanted.current = { line, column }
  }

  const fail = (error: unknown) => setTrouble(isNoIds(error) ? 'noIds' : { message: failureOf(error)!.message })
  const prepare = async () => {
    try {
      setSpare(await newId())
    } catch (error) {
      fail(error)
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
      const id = spare ?? (await newId())
      putIn(at, { ...line, id })
      goTo(id, column)
      void prepare()
    } catch (error) {
      fail(error)
    }
  }
  const change = (line: Line, column: string, next: unknown) => {
    if (line === ghost) {
      put([{ ...line, [column]: next }])
      void prepare()
    } else put(lines.map(one => (one === line ? { ...one, [column]: next } : one)))
  }
  // What comes later, or comes back, belongs into the lines as they are by then.
  const latest = useRef({ lines, put })
  useEffect(() => {
    latest.current = { lines, put }
  })
  const putIn = (at: number, line: Line) => {
    const { lines, put } = latest.current
    if (!lines.some(one => one.id === line.id)) put([...lines.slice(0, at), line, ...lines.slice(at)])
  }
  const remove = (at: number, column: string) => {
    const line = lines[at]
    if (!line) return
    put(lines.filter(one => one !== line))
    goTo((lines[at + 1] ?? lines[at - 1])?.id, column)
    toast(t('form.lines.removed', { number: at + 1 }), { undo: () => putIn(at, line) })
  }
  const move = (at: number, by: 1 | -1, column: string) => {
    const [line, other] = [lines[at], lines[at + by]]
    if (!line || !other) return
    put(lines.map((one, index) => (index === at ? other : index === at + by ? line : one)))
    goTo(line.id, column)
  }
  const isBlank = (line: Line) => same(line, { ...empty, id: line.id })
  const run = (deed: LineDeed, at: number, column: string) => {
    const line = lines[at]
    if (!line) return
    const written = Object.fromEntries(columns.flatMap(({ key, given }) => (given ? [] : [[key, line[key]]])))
    const first = columns[0]?.key ?? ''
    if (deed === 'next' && at < lines.length - 1) return focus(lines[at + 1], column)
    if (deed === 'next') return isBlank(line) ? undefined : void insert(at + 1, empty, first)
    if (deed === 'duplicate') return void insert(at + 1, { ...empty, ...written }, column)
    if (deed === 'remove') return remove(at, column)
    if (deed === 'above' || deed === 'below') return focus(lines[at + (deed === 'below' ? 1 : -1)], column)
    return move(at, deed === 'up' ? -1 : 1, column)
  }
  const focus = (line: Line | undefined, column: string) =>
    box.current
      ?.querySelector(`[data-line="${line?.id}"] [data-column="${column}"]`)
      ?.querySelector<HTMLElement>('input, textarea, button')
      ?.focus()

  const paste = async (text: string, target: EventTarget) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
    const into = row?.dataset.line
    const { readLines, fillLines } = await import('../paste-lines.ts')
    try {
      const { fills, strange } = await readLines(data, columns, cell?.dataset.column ?? '', text)
      const ids: number[] = []
      const missing = ({ lines }: { lines: Line[] }) => placeOf(lines, into) + fills.length - lines.length
      while (ids.length < missing(latest.current)) ids.push(await newId())
      const { lines, put } = latest.current
      put(fillLines(lines, placeOf(lines, into), fills, empty, ids))
      setTrouble(strange.length > 0 ? strange : null)
    } catch (error) {
      fail(error)
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is pasted into a cell may be for many
    <div
      ref={box}
      className="@container grid gap-2"
      style={{ '--tracks': tracksOf(columns) } as CSSProperties}
      onFocus={() => {
        if (spare === null) void prepare()
      }}
      onBlur={event => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        // A line that nobody wrote anything into was never meant.
        if (lines.some(isBlank)) put(lines.filter(line => !isBlank(line)))
      }}
      onPaste={event => {
        const text = event.clipboardData.getData('text/plain')
        if (!/\t|\n./.test(text.trimEnd())) return
        event.preventDefault()
        void paste(text, event.target)
      }}
    >
      {!card && shown.length > 0 && (
        <div
          aria-hidden="true"
          className="hidden gap-2 text-20 font-medium text-muted @2xl:grid @2xl:grid-cols-(--tracks)"
        >
          {columns.map(column => (
            <span key={column.key} className="truncate">
              {field.words.field(column.name)}
              {column.required && column.meta.kind !== 'flag' && <span className="text-danger-text"> *</span>}
            </span>
          ))}
        </div>
      )}
      {shown.map((line, at) => (
        <LineRow
          key={line.id}
          inputs={inputs}
          columns={columns}
          line={line}
          at={at}
          of={shown.length}
          card={card}
          id={`${id}.${line.id}`}
          errors={errorsOf(errors, line.id)}
          onChange={(column, next) => change(line, column, next)}
          onBlur={column => onBlur?.(`${line.id}.${column}`)}
          onDeed={(deed, column) => run(deed, at, column)}
        />
      ))}
      {trouble && (
        <Banner tone="warning" onDismiss={() => setTrouble(null)} announce>
          {trouble === 'noIds'
            ? t('form.lines.noIds')
            : 'message' in trouble
              ? trouble.message
              : t('form.lines.strange', {
                  texts: trouble
                    .slice(0, 5)
                    .map(({ column, text }) => `${field.words.field(column)}: ${text}`)
                    .join('; '),
                })}
        </Banner>
      )}
      <span className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={Plus}
          className={clsx(card && 'mt-1')}
          onClick={() => void insert(lines.length, empty, columns[0]?.key ?? '')}
        >
          {t('addLine')}
        </Button>
        <span className="text-20 text-subtle max-md:hidden pointer-coarse:hidden">{t('form.lines.help')}</span>
      </span>
    </div>
  )
}

/** Where the line of this id is; below all of them where there is none. */
function placeOf(lines: readonly Line[], id: string | undefined): number {
  const at = lines.findIndex(line => String(line.id) === id)
  return at < 0 ? lines.length : at
}

const errorsOf = (errors: Readonly<Record<string, string>>, id: number) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith(`${id}.`) ? [[path.slice(`${id}.`.length), message]] : [],
    ),
  )

export const linesOf = (inputs: LineInputs): ComponentType<InputProps> =>
  function Input(props) {
    return <LinesInput {...props} inputs={inputs} />
  }
