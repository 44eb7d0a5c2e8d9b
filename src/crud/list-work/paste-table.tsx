import { clsx } from 'clsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { isBlank } from '#contract/sheet.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { wordOf, type PlannedLine } from './paste-plan.ts'
import { nameOf } from '../acts/name-of.ts'

type Props = {
  module: Module
  names: readonly string[]
  mapping: readonly (string | null)[]
  lines: readonly PlannedLine[]
  onMap: (column: number, name: string | null) => void
}

/** No field has this name. */
const LEFT_OUT = ''
/** Lines that are drawn; of the others only those in which something is wrong. */
const SHOWN = 30
const MOST_WRONG = 70

/** The sheet as it was understood: which column fills which field, and what is wrong in which cell. */
export function PasteTable({ module, names, mapping, lines, onMap }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const isWrong = (line: PlannedLine) => Object.keys(line.errors).length > 0
  const late = lines.slice(SHOWN).filter(isWrong).slice(0, MOST_WRONG)
  const drawn = [...lines.slice(0, SHOWN), ...late]
  const rest = lines.length - drawn.length
  const overRows = lines.some(line => line.row !== null)
  return (
    <div
      role="region"
      aria-label={t('listWork.paste.preview')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="max-h-[50vh] overflow-auto rounded-3 border bg-surface"
    >
      <table className="w-full border-separate border-spacing-0 text-30">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 z-1 border-b bg-surface-sunken px-3 py-2 text-start text-20 font-medium text-muted"
            >
              {t(overRows ? 'listWork.paste.row' : 'listWork.paste.line')}
            </th>
            {mapping.map((name, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column of a sheet is its place
              <th
                key={column}
                scope="col"
                className="sticky top-0 z-1 min-w-40 border-b bg-surface-sunken p-1.5 text-start font-normal"
              >
                <Select
                  size="sm"
                  aria-label={t('listWork.paste.columnFills', { number: column + 1 })}
                  value={name ?? LEFT_OUT}
                  onChange={next => onMap(column, next === LEFT_OUT ? null : next)}
                  options={[
                    { value: LEFT_OUT, label: t('listWork.paste.leftOut') },
                    ...names
                      .filter(one => one === name || !mapping.includes(one))
                      .map(one => ({ value: one, label: wordOf(words, one) })),
                  ]}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- one line may stand for several rows
            <tr key={index} className={clsx(isWrong(line) && 'bg-danger-subtle')}>
              <th scope="row" className="max-w-48 truncate border-b px-3 py-1.5 text-start font-normal text-muted">
                {line.row ? nameOf(module, line.row) : line.number}
                <Wrong>{line.errors['']}</Wrong>
                {Object.entries(line.errors).map(([name, message]) =>
                  name !== '' && !mapping.includes(name) ? <Wrong key={name}>{message}</Wrong> : null,
                )}
              </th>
              {mapping.map((name, column) => {
                const wrong = name === null ? undefined : line.errors[name]
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- a column of a sheet is its place
                  <td
                    key={column}
                    className={clsx(
                      'max-w-64 border-b px-3 py-1.5 align-top',
                      name === null && 'text-subtle line-through',
                    )}
                  >
                    <span className="block truncate">
                      {line.texts[column]}
                      {name !== null && name in line.values && isBlank([line.texts[column] ?? '']) && line.row && (
                        <em className="text-muted">{t('listWork.paste.emptied')}</em>
                      )}
                      {isBlank(line.texts) && column === 0 && (
                        <em className="text-muted">{t('listWork.paste.leftAsItWas')}</em>
                      )}
                    </span>
                    <Wrong>{wrong}</Wrong>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className="px-3 py-2 text-30 text-muted">
          {t('listWork.paste.more', { count: rest, shown: formatNumber(rest) })}
        </p>
      )}
    </div>
  )
}

function Wrong({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <span className="mt-0.5 flex gap-1 text-20 text-pretty whitespace-normal text-danger-text">
      <Icon of={CircleAlert} size="xs" className="mt-0.5" />
      {children}
    </span>
  )
}
