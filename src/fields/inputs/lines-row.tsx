import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/fields.ts'
import { Field } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { kinds } from '../kinds.ts'
import { lineDeedOf, type LineDeed } from '../line-keys.ts'
import type { Column, Line } from '../lines.tsx'
import type { InputProps } from '../view.ts'

/** What a line may be made of: every kind but lines. */
export type LineInputs = Record<Exclude<FieldKind, 'lines'>, ComponentType<InputProps>>

type Props = {
  inputs: LineInputs
  columns: readonly Column[]
  line: Line
  /** Its place, from 0, and how many there are. */
  at: number
  of: number
  /** Too many columns for one row: always a card. */
  card: boolean
  /** Begins the ids of its cells. */
  id: string
  errors: Readonly<Record<string, string>>
  onChange: (column: string, value: unknown) => void
  onBlur: (place: string) => void
  onDeed: (deed: LineDeed, column: string) => void
}

/** One line: a row of cells where there is room, a card where there is not. */
export function LineRow(props: Props) {
  const { inputs, columns, line, at, of, card, id, errors, onChange, onBlur, onDeed } = props
  const { t } = useTranslation('crud')
  const number = at + 1
  const [first] = columns
  const deed = (name: LineDeed) => onDeed(name, first?.key ?? '')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are those of the controls in it
    <div
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
        onDeed(wanted, cell?.dataset.column ?? first?.key ?? '')
      }}
      className={clsx(
        'relative grid grid-cols-2 items-start gap-x-3 gap-y-3 rounded-3 border bg-surface p-3 pt-12',
        card
          ? '@2xl:grid-cols-3'
          : '@2xl:grid-cols-(--tracks) @2xl:gap-2 @2xl:rounded-none @2xl:border-0 @2xl:bg-transparent @2xl:p-0',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx('absolute start-3 top-3 text-30 font-medium text-muted', !card && '@2xl:hidden')}
      >
        {t('line', { number })}
      </span>
      {columns.map(column => {
        const { Cell, label, wide } = kinds[column.meta.kind]
        const Input = inputs[column.meta.kind as keyof LineInputs]
        const name = column.words.field(column.name)
        return (
          <div
            key={column.key}
            data-column={column.key}
            className={clsx('min-w-0', (wide || (column.required && columns.length > 2)) && 'max-@2xl:col-span-2')}
          >
            <Field
              id={`${id}.${column.key}`}
              label={name}
              hideLabel={card ? undefined : 'inColumns'}
              group={label === 'group' || column.given}
              required={column.required && column.meta.kind !== 'flag'}
              error={errors[column.key]}
            >
              {column.given ? (
                <span className="flex min-h-control items-center">
                  <Cell field={column} value={line[column.key]} />
                </span>
              ) : (
                <Input
                  field={column}
                  aria-label={label === 'own' ? name : undefined}
                  enterKeyHint="next"
                  onBlur={() => onBlur(column.key)}
                  value={line[column.key]}
                  onChange={value => onChange(column.key, value)}
                />
              )}
            </Field>
          </div>
        )
      })}
      <span
        className={clsx(
          'absolute end-2 top-2 flex items-center gap-1',
          !card && '@2xl:static @2xl:min-h-control @2xl:justify-end',
        )}
      >
        <Menu
          trigger={<IconButton size="sm" icon={Ellipsis} label={t('form.lines.menu', { number })} />}
          items={[
            { label: t('form.lines.duplicate'), icon: Copy, shortcut: 'Ctrl D', onSelect: () => deed('duplicate') },
            {
              label: t('form.lines.up'),
              icon: ArrowUp,
              shortcut: 'Alt ↑',
              disabled: at === 0,
              onSelect: () => deed('up'),
            },
            {
              label: t('form.lines.down'),
              icon: ArrowDown,
              shortcut: 'Alt ↓',
              disabled: at === of - 1,
              onSelect: () => deed('down'),
            },
          ]}
        />
        <IconButton size="sm" icon={Trash2} label={t('removeLine', { number })} onClick={() => deed('remove')} />
      </span>
    </div>
  )
}
