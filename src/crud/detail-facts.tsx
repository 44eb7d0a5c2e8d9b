import { useTranslation } from 'react-i18next'
import { allFields, type Row } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Card } from '#src/ui/card.tsx'
import { DetailPart } from './detail-part.tsx'
import { FactList } from './fact-list.tsx'
import { sectionsOf } from './form-body.tsx'
import type { Screens } from './screens.ts'
import { useThisRecord } from './this-record.tsx'

type Props = { screens: Screens; row: Row; before?: Row | null; without?: readonly string[] | undefined }

/** What the record of a page says of itself: its module's own part, then its fields, but for those that are said there. */
export function Facts({ without }: Pick<Props, 'without'>) {
  const { screens, seen, before } = useThisRecord()
  return (
    <>
      {screens.panel && (
        <DetailPart>
          <screens.panel record={seen} screens={screens} />
        </DetailPart>
      )}
      <DetailFacts screens={screens} row={seen} before={before} without={without} />
    </>
  )
}

/** The fields of a record, in the parts of its form. `before` marks what is not as it was there. */
export function DetailFacts({ screens, row, before, without = [] }: Props) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const actor = useActor()
  const said: readonly string[] = [module.title, ...without]
  const isSeen = (name: string) => !said.includes(name) && name in allFields(module) && reveals(module, name, actor)
  const layout = screens.form.map(names => names.filter(isSeen)).filter(names => names.length > 0)
  const given = Object.keys(module.given ?? {}).filter(name => isSeen(name) && row[name] !== null)
  const parts = sectionsOf(screens, layout).map(({ title, rows }) => ({
    title: title ? t(title) : t('detail.facts'),
    names: rows.flat(),
  }))
  if (given.length > 0) parts.push({ title: t(parts.length === 0 ? 'detail.facts' : 'detail.counted'), names: given })
  return parts.map(({ title, names }) => (
    <Card key={names[0]} title={title}>
      <FactList module={module} names={names} row={row} before={before} />
    </Card>
  ))
}
