import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { metaOf } from '#contract/fields.ts'
import type { Row } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'
import { PasteHintContext } from '#src/fields/inputs/lines/paste-hint.ts'
import { kinds } from '#src/fields/kinds.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Card } from '#src/ui/card.tsx'
import { FormField, type FormOfFields } from './form-field.tsx'
import { FormSection } from './form-section.tsx'
import type { Screens, TextKey } from './screens.ts'
import { idOf } from './use-record-form.ts'

type Layout = readonly (readonly string[])[]
type Section = { title: TextKey | null; rows: Layout }

/** The rows of fields that this person may see. */
export function useFormLayout(screens: Screens): Layout {
  const actor = useActor()
  return screens.form
    .map(names => names.filter(name => reveals(screens.module, name, actor)))
    .filter(names => names.length > 0)
}

/** A part begins with the row that has its first field. */
export function sectionsOf({ sections = {} }: Screens, layout: Layout): Section[] {
  const parts: { title: TextKey | null; rows: (readonly string[])[] }[] = []
  for (const row of layout) {
    const title = row.map(name => (sections as Record<string, TextKey>)[name]).find(Boolean) ?? null
    const last = parts.at(-1)
    if (title !== null || !last) parts.push({ title, rows: [row] })
    else last.rows.push(row)
  }
  return parts
}

type Props = {
  screens: Screens
  layout: Layout
  form: FormOfFields
  seen?: Row | undefined
  /** The first field is typed into at once. */
  first?: boolean | undefined
  /** In a drawer: no cards, one column where it is narrow. */
  bare?: boolean | undefined
  idOf?: ((name: string) => string) | undefined
}

/** The fields of a record in their places, the same where it is made, changed, or made on the way. */
export function FormBody({ screens, layout, form, seen, first, bare, idOf: idIn = idOf }: Props) {
  const { module, inputs } = screens
  const { t, i18n } = useTranslation(['crud', namespaceOf(module)])
  const parts = sectionsOf(screens, layout)
  const names = layout.flat()
  const kindOf = (name: string) => metaOf(module.fields[name]!).kind
  /** Lines that a part begins with have all of its room. */
  const isWide = ({ rows: [row = []] }: Section) => row.length === 1 && kindOf(row[0]!) === 'lines'

  /** `named`: the field whose label the part's title is. */
  const field = (name: string, className: string, named: string | undefined): ReactNode => (
    <FormField
      key={name}
      id={idIn(name)}
      form={form}
      module={module}
      name={name}
      seen={seen}
      own={inputs?.[name]}
      draw={other => (names.includes(other) ? field(other, '', named) : null)}
      first={first && name === names[0]}
      hideLabel={named === name}
      className={className}
    />
  )
  const rows = (part: Section) => {
    const named = !bare && isWide(part) && part.title !== null ? part.rows[0]?.[0] : undefined
    return part.rows.map(row => {
      // What another field's own control draws has no place of its own.
      const placed = row.filter(name => inputs?.[name] !== null)
      if (placed.length === 3 && !bare)
        return (
          <div key={placed[0]} className="grid gap-4 sm:col-span-2 sm:grid-cols-3">
            {placed.map(name => field(name, '', named))}
          </div>
        )
      return placed.map((name, column) => {
        // Two fields share a row; one alone, or one that needs the room, has it for itself.
        const isAlone = placed.length % 2 === 1 && column === placed.length - 1
        return field(name, isAlone || kinds[kindOf(name)].wide ? 'sm:col-span-2' : '', named)
      })
    })
  }
  const all = <div className="grid gap-4 sm:grid-cols-2">{parts.map(rows)}</div>
  return (
    <PasteHintContext value={names.find(name => kindOf(name) === 'lines') ?? null}>
      {bare ? (
        all
      ) : parts.every(part => part.title === null) ? (
        <Card>{all}</Card>
      ) : (
        <Card flush>
          {parts.map(part => (
            <FormSection
              key={part.rows[0]?.[0]}
              title={part.title ? t(part.title) : t('crud:detail.facts')}
              wide={isWide(part)}
              text={part.title && i18n.exists(`${part.title}Text`) ? t(`${part.title}Text`) : undefined}
            >
              {rows(part)}
            </FormSection>
          ))}
        </Card>
      )}
    </PasteHintContext>
  )
}
