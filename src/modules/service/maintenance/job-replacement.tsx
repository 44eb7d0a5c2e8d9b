import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useTranslation } from 'react-i18next'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { replacement } from '#contract/modules/service/replacement.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { RecordStage } from '#src/fields/record-stage.tsx'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { useCan } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'

const undone: readonly string[] = ['rejected', 'cancelled']

/** What cannot be repaired is replaced: by which replacement, or the way to one. */
export function JobReplacement({ job }: { job: Maintenance }) {
  const mayLook = useCan(replacement, 'list')
  return mayLook && job.unit !== null ? <Known job={job} /> : null
}

function Known({ job }: { job: Maintenance }) {
  const { t } = useTranslation('replacement')
  const words = useWords(replacement)
  // Its page is opened by what opens new jobs.
  const mayCreate = useCan(maintenance, 'create')
  const { rows, loading, error } = useRowsOf(replacement, { filter: { maintenance: [job.id] } }, job.version)
  const [one] = rows.filter(({ stage }) => !undone.includes(stage))
  if (one)
    return (
      <Banner title={t('screen.replacedWith')}>
        <span className="flex flex-wrap items-center gap-3">
          <RecordLink module={replacement} id={one.id} />
          <RecordStage module={replacement} stage={one.stage} words={words} />
        </span>
      </Banner>
    )
  if (loading || error || !mayCreate || job.stage !== 'unrepairable') return null
  return (
    <Banner
      title={t('screen.offer')}
      actions={
        <ButtonLink size="xs" icon={ArrowLeftRight} to={`/maintenances/maintenance-replacement-add?job=${job.id}`}>
          {t('screen.replace')}
        </ButtonLink>
      }
    />
  )
}
