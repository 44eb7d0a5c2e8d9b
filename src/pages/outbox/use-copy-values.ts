import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NOTE, splitOp } from '#contract/intent.ts'
import { allFields, type Module } from '#contract/module.ts'
import { isPlaced } from '#contract/sorts.ts'
import type { Names } from '#contract/value-text.ts'
import { writeHere } from '#src/data/value-text.ts'
import { useData } from '#src/data/data.ts'
import { addressInLine, asAddress } from '#src/fields/address.tsx'
import { columnsOf, type Line } from '#src/fields/lines.tsx'
import { asText, fieldView, type FieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useCopy } from '#src/ui/use-copy.ts'
import { argView } from './arg-view.ts'
import { inWordsHere } from './in-words-here.ts'
import { linesApart } from './lines-apart.ts'
import { saidNames } from './said-names.ts'

/** Puts what a change says on the clipboard, field by field. */
export function useCopyValues(module: Module, op: OutboxOp, { title, what }: { title: string; what: string }) {
  const { t } = useTranslation('outbox')
  const queries = useQueryClient()
  const data = useData()
  const words = useWords(module)
  const copy = useCopy()
  const { action } = splitOp(op.op)
  const line = (name: string, names: Names) => {
    const value = op.args[name]
    if (isPlaced(module, name)) return `${words.field(name)}: ${t('moved')}`
    if (name in allFields(module)) {
      const field = fieldView(module, name, words)
      const said = field.meta.kind === 'lines' ? linesApart(value, op.base?.fields[name]) : value
      return `${words.field(name)}: ${inFull(field, said, names)}`
    }
    const asked = argView(module, action, name, words)
    return asked ? `${words.arg(action, name)}: ${inFull(asked, value, names)}` : `${name}: ${JSON.stringify(value)}`
  }
  const write = (names: Names) => {
    const said = action === NOTE ? [String(op.args.text)] : saidNames(module, op).map(name => line(name, names))
    return [`${title} · ${what}`, ...said].join('\n')
  }
  /** The same as one text. */
  const read = () => inWordsHere(write, { queries, data })
  return { copy: () => copy(read()), read }
}

/** Lines with all that people wrote into them, each below the other. */
function inFull(field: FieldView, value: unknown, names: Names): string {
  if (field.meta.kind !== 'lines') return asRead(field, value, names)
  const columns = columnsOf(field).filter(({ given }) => !given)
  return (value as Line[])
    .map(line =>
      columns
        .map(column => asRead(column, line[column.key], names))
        .filter(Boolean)
        .join(', '),
    )
    .join('\n')
}

/** A value as it is read on the screen, where a spreadsheet takes less of it, or something else. */
function asRead(field: FieldView, value: unknown, names: Names): string {
  if (field.meta.kind === 'dateTime' && value) return formatDateTime(asText(value))
  if (field.meta.kind !== 'address' || !value) return writeHere(field, value, names)
  const address = asAddress(value)
  const named = (id: number | null) => (id === null ? undefined : names.item(id))
  return addressInLine(address, { city: named(address.city), area: named(address.area) })
}
