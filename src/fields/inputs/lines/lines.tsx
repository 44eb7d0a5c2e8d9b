import { clsx } from 'clsx'
import Plus from 'lucide-react/icons/plus'
import { use, type ComponentType, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/fields.ts'
import { useSame } from '#src/fields/use-same.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useFieldWiring } from '#src/ui/field-context.ts'
import { kinds } from '../../kinds.ts'
import { asLines, columnsOf, type Column, type Line } from '../../lines.tsx'
import type { InputProps } from '../../view.ts'
import { LineRow, type LineInputs, type Shape } from './lines-row.tsx'
import type { LinesLook } from './lines-look.ts'
import { PasteHintContext } from './paste-hint.ts'
import { useLines, type Trouble } from './use-lines.ts'

export type LinesProps = InputProps & LinesLook

/** More columns than these do not stand beside each other, unless it is said how. */
const MOST = 5

/** How much of a row a column takes. */
const shares: Partial<Record<FieldKind, string>> = {
  flag: '6rem',
  number: 'minmax(5rem,7rem)',
  money: 'minmax(7rem,9rem)',
  date: 'minmax(9rem,11rem)',
  choice: 'minmax(8rem,1fr)',
  reference: 'minmax(0,2fr)',
}
const ACTIONS = '4.5rem'
const none: Readonly<Record<string, never>> = {}

/** The columns in a row, those below it, and which room there must be. */
function shapeOf(all: readonly Column[], lines: readonly Line[], { tracks, below = [], end }: LinesLook): Shape {
  if (!tracks) {
    // What nobody types is shown where it is there.
    const columns = all.filter(({ key, given }) => !given || lines.some(line => (line[key] ?? null) !== null))
    const shape = columns.length > MOST ? 'card' : 'some'
    return { columns, below: [], shape, tracks: columns.map(({ meta }) => shares[meta.kind] ?? 'minmax(0,1fr)') }
  }
  const pick = (keys: readonly string[]) => keys.flatMap(key => all.find(column => column.key === key) ?? [])
  const columns = pick(Object.keys(tracks))
  return {
    columns,
    below: pick(below),
    shape: columns.length > MOST ? 'many' : 'some',
    tracks: [...columns.map(({ key }) => tracks[key]!), ...(end ? [end.track] : [])],
  }
}

/** Column heads stand where the room is for a row. */
const heads = { card: 'hidden', some: 'hidden @2xl:grid', many: 'hidden @4xl:grid' }

function LinesInput({ inputs, ...props }: LinesProps & { inputs: LineInputs }) {
  const { field, value, onChange, onBlur, errors = none, cells = none, end, under, footer } = props
  const { t } = useTranslation('crud')
  const { id } = useFieldWiring()
  const hinted = use(PasteHintContext)
  const all = columnsOf(field)
  const shape = useSame(shapeOf(all, asLines(value), props))
  const { columns, below } = shape
  // The same as long as they say the same, or all lines are drawn at a key in one.
  const look = useSame({ ...shape, cells, end, under })
  const wrong = useSame(byLine(errors))
  const open = [...columns, ...below]
  const { box, shown, trouble, forget, enter, leave, add, paste, change, run } = useLines({
    field,
    value,
    onChange,
    columns: open,
  })
  const left = useSteady((place: string) => onBlur?.(place))
  const rows = (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is pasted into a cell may be for many
    <div
      ref={box}
      // Neither grid nor flex: these ask each of hundreds of lines for its size at every key.
      className="@container *:not-last:mb-2"
      style={{ '--tracks': [...shape.tracks, ACTIONS].join(' ') } as CSSProperties}
      onFocus={enter}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave()
      }}
      onPaste={event => {
        const text = event.clipboardData.getData('text/plain')
        if (!/\t|\n./.test(text.trimEnd())) return
        event.preventDefault()
        paste(text, event.target)
      }}
    >
      {shown.length > 0 && (
        <div
          aria-hidden="true"
          className={clsx('grid-cols-(--tracks) gap-2 text-20 font-medium text-muted', heads[shape.shape])}
        >
          {columns.map(column => (
            <span key={column.key} className={clsx('truncate', kinds[column.meta.kind].atEnd && 'text-end')}>
              {field.words.field(column.name)}
              {column.required && column.meta.kind !== 'flag' && <span className="text-danger-text"> *</span>}
            </span>
          ))}
          {end && <span className="truncate text-end">{end.label}</span>}
        </div>
      )}
      {shown.map((line, at) => (
        <LineRow
          key={line.id}
          inputs={inputs}
          look={look}
          line={line}
          at={at}
          of={shown.length}
          id={`${id}.${line.id}`}
          errors={wrong[line.id] ?? none}
          onChange={change}
          onBlur={left}
          onDeed={run}
        />
      ))}
      {trouble && (
        <Banner tone="warning" onDismiss={forget} announce>
          <Said of={trouble} nameOf={field.words.field} />
        </Banner>
      )}
      <span className="flex flex-wrap items-center gap-3">
        <Button size="sm" icon={Plus} className={clsx(shape.shape === 'card' && 'mt-1')} onClick={add}>
          {t('addLine')}
        </Button>
        {(hinted === null || hinted === field.name) && (
          <span className="text-20 text-subtle max-md:hidden pointer-coarse:hidden">{t('form.lines.help')}</span>
        )}
      </span>
    </div>
  )
  if (!footer) return rows
  return (
    <div className="grid gap-5">
      {rows}
      {footer}
    </div>
  )
}

function Said({ of, nameOf }: { of: Trouble; nameOf: (column: string) => string }) {
  const { t } = useTranslation('crud')
  if (of === 'noIds') return t('form.lines.noIds')
  if ('message' in of) return of.message
  const texts = of.slice(0, 5).map(({ column, text }) => `${nameOf(column)}: ${text}`)
  return t('form.lines.strange', { texts: texts.join('; ') })
}

/** What is said of each line, by its columns. */
function byLine(errors: Readonly<Record<string, string>>): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  for (const [path, message] of Object.entries(errors)) {
    const [id = '', column = ''] = path.split('.')
    found[id] = { ...found[id], [column]: message }
  }
  return found
}

export const linesOf = (inputs: LineInputs): ComponentType<LinesProps> =>
  function Input(props) {
    return <LinesInput {...props} inputs={inputs} />
  }
