import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/fields.ts'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { Field } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { kinds } from '../../kinds.ts'
import { lineDeedOf, type LineDeed } from '../../line-keys.ts'
import type { Column, Line } from '../../lines.tsx'
import type { InputProps } from '../../view.ts'
import type { LinesLook } from './lines-look.ts'

/** What a line may be made of: every kind but lines. */
export type LineInputs = Record<Exclude<FieldKind, 'lines'>, ComponentType<InputProps>>

/** What stands where in a line. */
export type Shape = {
  columns: readonly Column[]
  below: readonly Column[]
  /** Some columns stand beside each other on a tablet, many on a desk, and without room they are a card. */
  shape: 'some' | 'many' | 'card'
  tracks: readonly string[]
}

type Props = {
  inputs: LineInputs
  look: Shape & Pick<LinesLook, 'end' | 'under'> & Required<Pick<LinesLook, 'cells'>>
  line: Line
  /** Its place, from 0, and how many there are. */
  at: number
  of: number
  /** Begins the ids of its cells. */
  id: string
  errors: Readonly<Record<string, string>>
  // Each stays the same from one drawing to the next, or all lines are drawn at a key in one.
  onChange: (line: number, column: string, value: unknown) => void
  onBlur: (place: string) => void
  onDeed: (deed: LineDeed, at: number, column: string) => void
}

/** Of so many lines those out of sight are not laid out; of fewer each has its height at once, and Back finds its place. */
const MANY = 40

const looks = {
  some: {
    row: '@2xl:[contain-intrinsic-block-size:auto_4rem] @2xl:grid-cols-(--tracks) @2xl:gap-2 @2xl:rounded-none @2xl:border-0 @2xl:bg-transparent @2xl:p-0',
    number: '@2xl:hidden',
    across: '@max-2xl:col-span-2',
    label: 'inColumns',
    actions: '@2xl:static @2xl:min-h-control @2xl:justify-end',
  },
  many: {
    row: '@lg:grid-cols-4 @4xl:[contain-intrinsic-block-size:auto_4rem] @4xl:grid-cols-(--tracks) @4xl:gap-2 @4xl:rounded-none @4xl:border-0 @4xl:bg-transparent @4xl:p-0',
    number: '@4xl:hidden',
    across: '@max-4xl:col-span-2',
    label: 'inManyColumns',
    actions: '@4xl:static @4xl:min-h-control @4xl:justify-end',
  },
  card: { row: '@2xl:grid-cols-3', number: '', across: '@max-2xl:col-span-2', label: undefined, actions: '' },
} as const

/** One line: a row of cells where there is room, a card where there is not. */
export const LineRow = memo(function LineRow(props: Props) {
  const { look, line, at, of, onDeed } = props
  const { columns, below, end, shape } = look
  const { t } = useTranslation('crud')
  const number = at + 1
  const first = columns[0]?.key ?? ''
  const box = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<readonly string[]>([])
  const isOpen = ({ key }: Column) => opened.includes(key) || (line[key] ?? null) !== null
  const deed = (name: LineDeed) => onDeed(name, at, first)
  const focusOn = useFocusOnceDrawn((key: string) =>
    box.current?.querySelector<HTMLElement>(`[data-column="${key}"] :is(input, textarea)`),
  )
  const cell = (column: Column, className: string) => (
    <Cell key={column.key} {...props} column={column} className={className} />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are those of the controls in it
    <div
      ref={box}
      role="group"
      aria-label={t('line', { number })}
      data-line={line.id}
      tabIndex={-1}
      onKeyDown={event => {
        const wanted = lineDeedOf(event)
        if (!wanted) return
        event.preventDefault()
        event.stopPropagation()
        const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
        onDeed(wanted, at, cell?.dataset.column ?? first)
      }}
      className={clsx(
        'relative grid grid-cols-2 items-start gap-x-3 gap-y-3 rounded-3 border bg-surface p-3 pt-12',
        looks[shape].row,
        of > MANY && 'drawn-in-sight [contain-intrinsic-block-size:auto_22rem]',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx('absolute start-3 top-3 text-30 font-medium text-muted', looks[shape].number)}
      >
        {t('line', { number })}
      </span>
      {columns.map(column =>
        cell(
          column,
          kinds[column.meta.kind].wide ||
            (column.required && columns.length > 2 && (shape !== 'many' || column === columns[0])) ||
            // What is to be chosen is a word, and half a phone cuts it off.
            (column.required && column.meta.kind === 'choice')
            ? looks[shape].across
            : '',
        ),
      )}
      {end && (
        <div className="grid min-w-0 content-start gap-1">
          <span className={clsx('text-30 font-medium pointer-coarse:text-40', looks[shape].label && '@4xl:sr-only')}>
            {end.label}
          </span>
          <span className="flex min-h-control items-center font-medium tabular-nums @4xl:justify-end">
            <end.Says line={line} />
          </span>
        </div>
      )}
      <span className={clsx('absolute end-2 top-2 flex items-center gap-1', looks[shape].actions)}>
        <Menu
          trigger={<IconButton size="sm" icon={Ellipsis} label={t('form.lines.menu', { number })} />}
          items={[
            ...below
              .filter(column => !isOpen(column))
              .map(column => ({
                label: column.words.field(column.name),
                icon: Plus,
                onSelect: () => {
                  focusOn(column.key)
                  setOpened(now => [...now, column.key])
                },
              })),
            { label: t('form.lines.duplicate'), icon: Copy, shortcut: 'Ctrl D', onSelect: () => deed('duplicate') },
            ...(['up', 'down'] as const).map(way => ({
              label: t(`form.lines.${way}`),
              icon: way === 'up' ? ArrowUp : ArrowDown,
              shortcut: way === 'up' ? 'Alt ↑' : 'Alt ↓',
              disabled: at === (way === 'up' ? 0 : of - 1),
              onSelect: () => deed(way),
            })),
          ]}
        />
        <IconButton size="sm" icon={Trash2} label={t('removeLine', { number })} onClick={() => deed('remove')} />
      </span>
      {below.filter(isOpen).map(column => cell(column, 'col-span-full @4xl:col-end-[-2] @4xl:mb-3'))}
    </div>
  )
})

type CellProps = Props & { column: Column; className: string }

/** One value of a line, with what is wrong with it or said of it below. */
function Cell({ inputs, look, line, id, errors, onChange, onBlur, column, className }: CellProps) {
  const { Cell: Shown, label } = kinds[column.meta.kind]
  const Own = look.cells[column.key]
  const Input = inputs[column.meta.kind as keyof LineInputs]
  const name = column.words.field(column.name)
  const Under = look.under?.[column.key]
  const typed: InputProps = {
    field: column,
    'aria-label': label === 'own' ? name : undefined,
    enterKeyHint: 'next',
    onBlur: () => onBlur(`${line.id}.${column.key}`),
    value: line[column.key],
    onChange: value => onChange(line.id, column.key, value),
  }
  // Apart from what depends on the rest of the line: a key in one cell draws no other.
  const input = <Input {...typed} />
  return (
    <div data-column={column.key} className={clsx('grid min-w-0 content-start gap-1', className)}>
      <Field
        id={`${id}.${column.key}`}
        label={name}
        hideLabel={look.columns.includes(column) ? looks[look.shape].label : undefined}
        group={label === 'group' || column.given}
        required={column.required && column.meta.kind !== 'flag'}
        error={errors[column.key]}
      >
        {column.given ? (
          <span className="flex min-h-control items-center">
            <Shown field={column} value={line[column.key]} />
          </span>
        ) : Own ? (
          <Own {...typed} line={line} />
        ) : (
          input
        )}
      </Field>
      {Under && <Under line={line} />}
    </div>
  )
}
