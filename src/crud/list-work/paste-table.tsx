import type { TFunction } from 'i18next'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { isBlank } from '#contract/sheet.ts'
import { useLocalRows } from '#src/data/rows/use-local-rows.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import type { Column } from '#src/table/model.ts'
import { Table } from '#src/table/table.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
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

/** One line may stand for several rows: each has a number of its own here. */
type Drawn = PlannedLine & { id: number }

/** No field has this name. */
const LEFT_OUT = ''
/** Lines that are drawn; of the others only those in which something is wrong. */
const SHOWN = 30
const MOST_WRONG = 70

const isWrong = (line: PlannedLine) => Object.keys(line.errors).length > 0

/** The sheet as it was understood: which column fills which field, and what is wrong in which cell. */
export function PasteTable({ module, names, mapping, lines, onMap }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const late = lines.slice(SHOWN).filter(isWrong).slice(0, MOST_WRONG)
  const drawn = [...lines.slice(0, SHOWN), ...late].map((line, index): Drawn => ({ ...line, id: index + 1 }))
  const rest = lines.length - drawn.length
  const overRows = lines.some(line => line.row !== null)
  const first: Column<Drawn> = {
    key: 'line',
    label: t(overRows ? 'listWork.paste.row' : 'listWork.paste.line'),
    width: 96,
    cell: line => lineCell(module, mapping, line),
  }
  const columns = mapping.map((name, column): Column<Drawn> => ({
    key: String(column),
    label: name === null ? t('listWork.paste.leftOut') : wordOf(words, name),
    width: 176,
    head: (
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
    ),
    cell: line => textCell(t, column, name, line),
  }))
  return (
    <>
      <ScrollBox className="max-h-[50vh] [--table-top:0px]">
        <Table
          wide
          title={t('listWork.paste.preview')}
          rows={useLocalRows(drawn)}
          columns={[first, ...columns]}
          look={line => (isWrong(line) ? 'wrong' : undefined)}
        />
      </ScrollBox>
      {rest > 0 && (
        <p className="px-3 text-30 text-muted">
          {t('listWork.paste.more', { count: rest, shown: formatNumber(rest) })}
        </p>
      )}
    </>
  )
}

/** Which line or row it is, and what is wrong with it beside its cells. */
function lineCell(module: Module, mapping: Props['mapping'], { row, number, errors }: Drawn): ReactNode {
  return (
    <>
      {row ? nameOf(module, row) : number}
      <Wrong>{errors['']}</Wrong>
      {Object.entries(errors).map(([name, message]) =>
        name !== '' && !mapping.includes(name) ? <Wrong key={name}>{message}</Wrong> : null,
      )}
    </>
  )
}

/** What stands in a cell of the sheet, what becomes of it, and what is wrong with it. */
function textCell(t: TFunction<'crud'>, column: number, name: string | null, line: Drawn): ReactNode {
  return (
    <>
      <span className={name === null ? 'text-subtle line-through' : undefined}>{line.texts[column]}</span>
      {name !== null && name in line.values && isBlank([line.texts[column] ?? '']) && line.row && (
        <em className="text-muted">{t('listWork.paste.emptied')}</em>
      )}
      {isBlank(line.texts) && column === 0 && <em className="text-muted">{t('listWork.paste.leftAsItWas')}</em>}
      <Wrong>{name === null ? undefined : line.errors[name]}</Wrong>
    </>
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
