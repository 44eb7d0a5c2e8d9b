import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { FormScreen } from '#src/crud/form-screen.tsx'
import { NoRecord } from '#src/crud/no-record.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { JobWork } from './job-work.tsx'
import { isAtWork } from './next.ts'

/** A job that somebody works on as its work, any other as its form; each is one press away from the other. */
export function WorkPage(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const { row, loading, error } = useRecord(maintenance, id)
  if (!row) return <NoRecord screens={props.screens} loading={loading} error={error} />
  return <Job key={id} {...props} job={row} />
}

type View = 'work' | 'form'

function Job({ job, ...props }: ScreenProps & { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const [search, setSearch] = useSearchParams()
  // As it was opened: a step does not take the page away from whoever makes it.
  const [first] = useState<View>(() => (isAtWork(job) ? 'work' : 'form'))
  const said = search.get('view')
  const view = said === 'work' || said === 'form' ? said : first
  const views = (
    <SegmentedControl<View>
      label={t('screen.work.view')}
      options={[
        { value: 'work', label: t('screen.work.asWork') },
        { value: 'form', label: t('screen.work.asForm') },
      ]}
      value={view}
      onChange={next => setSearch({ view: next }, { replace: true })}
    />
  )
  const papers = (
    <ButtonLink size="sm" icon={Printer} to={`/maintenances/maintenance-details/${job.id}?tab=papers`}>
      {t('screen.work.papers')}
    </ButtonLink>
  )
  if (view === 'work')
    return (
      <JobWork
        screens={props.screens}
        job={job}
        actions={
          <>
            {papers}
            {views}
          </>
        }
      />
    )
  return (
    <>
      <div className="mb-3 flex justify-end">{views}</div>
      <FormScreen {...props} />
    </>
  )
}
