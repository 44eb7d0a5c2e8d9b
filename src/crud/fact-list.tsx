import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { kinds } from '#src/fields/kinds.ts'
import { fieldView, isNothing } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { InFull } from '#src/table/in-full.tsx'

type Props = { module: Module; names: readonly string[]; row: Row; before?: Row | null | undefined }

/** Fields of a record, each with its name above it. `before` marks what is not as it was there. */
export function FactList({ module, names, row, before }: Props) {
  const words = useWords(module)
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {names.map(name => {
        const field = fieldView(module, name, words)
        const { wide, Page } = kinds[field.meta.kind]
        const value = row[name]
        const isNew = before && !same(before[name], value)
        return (
          <div
            key={name}
            className={`min-w-0 ${wide ? 'sm:col-span-2' : ''} ${isNew ? '-mx-2 rounded-2 bg-info-subtle px-2' : ''}`}
          >
            <dt className="text-30 text-muted">{words.field(name)}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              {Page && !isNothing(value) ? (
                <Page field={field} value={value} />
              ) : (
                <InFull field={field} value={value} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
