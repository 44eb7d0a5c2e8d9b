import { useTranslation } from 'react-i18next'
import { same } from '#contract/merge.ts'
import { allFields, type Row } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { kinds } from '#src/fields/kinds.ts'
import { fieldView } from '#src/fields/view.ts'
import { namespaceOf, useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Card } from '#src/ui/card.tsx'
import { sectionsOf } from './form-body.tsx'
import type { Screens } from './screens.ts'

/** The fields of a record, in the parts of its form. `before` marks what is not as it was there. */
export function DetailFacts({ screens, row, before }: { screens: Screens; row: Row; before?: Row | null }) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const actor = useActor()
  const isSeen = (name: string) => name !== module.title && name in allFields(module) && reveals(module, name, actor)
  const layout = screens.form.map(names => names.filter(isSeen)).filter(names => names.length > 0)
  const given = Object.keys(module.given ?? {}).filter(name => isSeen(name) && row[name] !== null)
  const parts = sectionsOf(screens, layout)
  return (
    <>
      {parts.map(part => (
        <Card key={part.rows[0]?.[0]} title={part.title ? t(part.title) : t('detail.facts')}>
          <Facts screens={screens} names={part.rows.flat()} row={row} before={before} />
        </Card>
      ))}
      {given.length > 0 && (
        <Card title={parts.length === 0 ? t('detail.facts') : t('detail.counted')}>
          <Facts screens={screens} names={given} row={row} before={before} />
        </Card>
      )}
    </>
  )
}

type FactsProps = { screens: Screens; names: readonly string[]; row: Row; before: Row | null | undefined }

function Facts({ screens: { module }, names, row, before }: FactsProps) {
  const words = useWords(module)
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {names.map(name => {
        const field = fieldView(module, name, words)
        const { wide, Page } = kinds[field.meta.kind]
        const value = row[name]
        const isNew = before && !same(before[name], value)
        const hasPage = Page && value !== null && value !== undefined && (!Array.isArray(value) || value.length > 0)
        return (
          <div
            key={name}
            className={`min-w-0 ${wide ? 'sm:col-span-2' : ''} ${isNew ? '-mx-2 rounded-2 bg-info-subtle px-2' : ''}`}
          >
            <dt className="text-30 text-muted">{words.field(name)}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              {hasPage ? <Page field={field} value={value} /> : <FieldCell field={field} value={value} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
