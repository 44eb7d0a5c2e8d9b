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

type IdOf = (name: string) => string

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
  idOf?: IdOf | undefined
}

/** The fields of a record in their places, the same where it is made, changed, or made on the way. */
export function FormBody(props: Props) {
  const { module } = props.screens
  const lines = props.layout.flat().find(name => metaOf(module.fields[name]!).kind === 'lines')
  return (
    <PasteHintContext value={lines ?? null}>
      <Sections {...props} />
    </PasteHintContext>
  )
}

function Sections({ screens, layout, form, seen, first, bare, idOf: idIn = idOf }: Props) {
  const { t, i18n } = useTranslation(['crud', namespaceOf(screens.module)])
  const parts = sectionsOf(screens, layout)
  const rows = (part: Section) => (
    <Rows
      key={part.rows[0]?.[0]}
      screens={screens}
      layout={layout}
      rows={part.rows}
      form={form}
      seen={seen}
      first={first ? layout[0]?.[0] : undefined}
      named={!bare && isWide(screens, part) && part.title !== null ? part.rows[0]?.[0] : undefined}
      bare={Boolean(bare)}
      idOf={idIn}
    />
  )
  if (bare) return <div className="grid gap-4 sm:grid-cols-2">{parts.map(rows)}</div>
  if (parts.every(part => part.title === null))
    return (
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">{parts.map(rows)}</div>
      </Card>
    )
  return (
    <Card flush>
      {parts.map(part => (
        <FormSection
          key={part.rows[0]?.[0]}
          title={part.title ? t(part.title) : t('crud:detail.facts')}
          wide={isWide(screens, part)}
          text={part.title && i18n.exists(`${part.title}Text`) ? t(`${part.title}Text`) : undefined}
        >
          {rows(part)}
        </FormSection>
      ))}
    </Card>
  )
}

/** Lines that a part begins with have all of its room. */
const isWide = ({ module }: Screens, { rows: [first = []] }: Section) =>
  first.length === 1 && metaOf(module.fields[first[0]!]!).kind === 'lines'

type RowsProps = Required<Pick<Props, 'screens' | 'layout' | 'form' | 'seen'>> & {
  rows: Layout
  first: string | undefined
  /** The field whose label the part's title is. */
  named: string | undefined
  bare: boolean
  idOf: IdOf
}

function Rows({ screens, layout, rows, form, seen, first, named, bare, idOf }: RowsProps) {
  const { module } = screens
  const isShown = (name: string) => layout.some(names => names.includes(name))
  const field = (name: string, className: string) => (
    <FormField
      key={name}
      id={idOf(name)}
      form={form}
      module={module}
      name={name}
      seen={seen}
      own={screens.inputs?.[name]}
      draw={other => (isShown(other) ? field(other, '') : null)}
      first={name === first}
      hideLabel={named === name}
      className={className}
    />
  )
  return rows.map(row => {
    // What another field's own control draws has no place of its own.
    const names = row.filter(name => screens.inputs?.[name] !== null)
    if (names.length === 3 && !bare)
      return (
        <div key={names[0]} className="grid gap-4 sm:col-span-2 sm:grid-cols-3">
          {names.map(name => field(name, ''))}
        </div>
      )
    return names.map((name, column) => {
      // Two fields share a row; one alone, or one that needs the room, has it for itself.
      const isAlone = names.length % 2 === 1 && column === names.length - 1
      const { kind } = metaOf(module.fields[name]!)
      return field(name, isAlone || kinds[kind].wide ? 'sm:col-span-2' : '')
    })
  })
}
