import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'
import { useChildRows } from '#src/data/rows/use-child-rows.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { namespaceOf, useWords } from '#src/fields/words.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { childColumns } from './child-columns.tsx'
import { ChildrenCard } from './children-card.tsx'

type Props = {
  /** Whose records they are. */
  module: Module
  record: Row
  /** What they are. */
  of: Module
}

/** The field of the child that names a record of this module. */
export const childField = (module: Module, of: Module): string => module.children?.[of.name]?.by ?? module.name

/** Records of another module that belong to this one, as its module declares them: their columns, sums, and a new one of this. */
export function Children({ module, record, of }: Props) {
  const { columns = [], totals } = module.children?.[of.name] ?? {}
  const field = childField(module, of)
  const { t } = useTranslation([namespaceOf(of), 'crud'])
  const words = useWords(of)
  const actor = useActor()
  const places = useRecordPlaces()
  const rows = useChildRows<Module>(of, { filter: { [field]: [record.id] }, sort: '-createdAt' }, record.version)
  const mayOpen = useCan(of, 'details')
  const mayAdd = useCan(of, 'create') && !record.archivedAt
  const begin = mayAdd ? places?.newFrom(of.name, field, record.id) : undefined
  return (
    <ChildrenCard
      title={t(`${namespaceOf(of)}:titles.list`)}
      rows={rows}
      columns={childColumns(
        of,
        words,
        columns.filter(name => reveals(of, name, actor)),
        totals,
      )}
      linkTo={mayOpen ? id => places?.pathTo(of.name, id) : undefined}
      look={row => (row.archivedAt ? 'faded' : undefined)}
      none={t('crud:detail.noChildren', { nouns: words.nouns })}
      add={
        begin && (
          <ButtonLink size="sm" icon={Plus} to={begin}>
            {t('crud:records.new', { noun: words.noun })}
          </ButtonLink>
        )
      }
    />
  )
}
