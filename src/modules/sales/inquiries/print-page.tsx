import { useParams } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { DetailFacts } from '#src/crud/detail-facts.tsx'
import { NoRecord } from '#src/crud/no-record.tsx'
import type { ScreenProps, Screens } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useWords } from '#src/fields/words.ts'
import { Paper } from '#src/paper/paper.tsx'
import { ContactLog } from './contact-log.tsx'

/** What nobody filled in takes no room on paper. */
const filledOf = (screens: Screens, row: Row) =>
  screens.form.map(names =>
    names.filter(
      name => row[name] !== null && row[name] !== '' && !(Array.isArray(row[name]) && row[name].length === 0),
    ),
  )

/** An inquiry on one sheet: who asked, about what, and what was said. */
export function InquiryPrint({ screens }: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const words = useWords(inquiry)
  const { row, loading, error } = useRecord(inquiry, id)
  if (!row) return <NoRecord screens={screens} loading={loading} error={error} />
  return (
    <Paper title={row.name} number={row.number} status={words.stage(row.stage)} date={row.createdAt}>
      <DetailFacts screens={{ ...screens, form: filledOf(screens, row) }} row={row} />
      <ContactLog contacts={row.contactLog} />
    </Paper>
  )
}
