import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { copiesOf } from '#contract/scan/copied-codes.ts'
import { useData } from '#src/data/data.ts'
import { useRecords } from '#src/data/use-records.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'

type Props = { module: Module; id: number }

/** What is open about a record that gave others its code, as the job on a device: a way to each. */
export function OpenCopies({ module, id }: Props) {
  const { register } = useData()
  const actor = useActor()
  return copiesOf(register, module)
    .filter(one => can(actor, one.module, 'list'))
    .map(({ module: copy, by }) => <Open key={`${copy.name} ${by}`} module={copy} by={by} id={id} />)
}

function Open({ module, by, id }: Props & { by: string }) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const places = useRecordPlaces()
  const { open } = module.offline
  const { rows } = useRecords(module, { filter: { [by]: [id], ...(open && { stage: open }) } })
  if (rows.length === 0) return null
  return (
    <ul aria-label={words.nouns} className="flex flex-wrap gap-2">
      {rows.map(row => {
        const to = places?.pathTo(module.name, row.id)
        const name = [
          words.noun,
          titleOf(module, row) || t('detail.noTitle', { noun: words.noun }),
          row.stage && words.stage(row.stage),
        ].filter(Boolean)
        return (
          to && (
            <li key={row.id}>
              <ButtonLink size="lg" to={to}>
                {name.join(' · ')}
              </ButtonLink>
            </li>
          )
        )
      })}
    </ul>
  )
}
