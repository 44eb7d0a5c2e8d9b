import CloudOff from 'lucide-react/icons/cloud-off'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deriveMaintenance } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { isEditable } from '#contract/record-rules.ts'
import { ConflictChoice } from '#src/crud/conflict-choice.tsx'
import { RecordDraft } from '#src/crud/drafts/record-draft.tsx'
import type { Screens } from '#src/crud/screens.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { Count } from '#src/ui/count.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { Bill } from '../bill.tsx'
import { ChargesCard } from './charges-card.tsx'
import { Checklist } from './checklist.tsx'
import { CustomerCard } from './customer-card.tsx'
import { LabourCard } from './labour-card.tsx'
import { KeptField, NotesCard } from './notes-card.tsx'
import { PartsCard } from './parts-card.tsx'
import { SignatureCard } from './signature-card.tsx'
import { StageCard } from './stage-card.tsx'
import { StepBar } from './step-bar.tsx'
import { UnitCard } from './unit-card.tsx'
import { useWorkForm } from './use-work-form.ts'

type Props = { screens: Screens; job: Maintenance; actions: ReactNode }

/** A job as whoever repairs has it in hand: all of it on one page, and each thing kept as soon as it is said. */
export function JobWork({ screens, job, actions }: Props) {
  const { t } = useTranslation('maintenance')
  const work = useWorkForm(job)
  const { online } = useConnection()
  const [refused, setRefused] = useState('')
  const why = refused || work.refused
  const now = { ...job, ...work.form.values }
  const mayWrite = isEditable(maintenance, job)
  const photos = now.photos.length
  const bill = <Bill job={{ ...now, ...deriveMaintenance(now) }} />
  return (
    <>
      <PageHead
        className="mb-3!"
        title={job.number ? <RecordNumber number={job.number} className="text-70!" /> : t('noun')}
        text={job.name}
        actions={actions}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 **:scroll-mb-43">
        {!online && (
          <Banner tone="warning" icon={CloudOff} title={t('screen.work.offline')}>
            {t('screen.work.offlineText')}
          </Banner>
        )}
        <RecordDraft module={maintenance} record={{ ...work, seen: work.base }} />
        {why && (
          <Banner
            tone="danger"
            announce
            onDismiss={() => {
              setRefused('')
              work.dismiss()
            }}
          >
            {why}
          </Banner>
        )}
        {work.conflict && (
          <ConflictChoice
            atOnce
            module={maintenance}
            conflict={work.conflict}
            mine={work.form.values}
            seen={work.base}
            onChoose={work.choose}
          />
        )}
        {job.repeats !== null && (
          <Banner tone="warning" title={t('screen.panel.repeat')}>
            <RecordLink module={maintenance} id={job.repeats} />
          </Banner>
        )}
        {job.holdReason && <Banner tone="warning">{job.holdReason}</Banner>}
        <StageCard job={job} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:max-xl:grid-cols-2 xl:col-start-2 xl:row-start-1">
            <CustomerCard job={job} />
            <UnitCard job={job} />
            <div className="max-xl:hidden">{bill}</div>
          </div>
          <fieldset disabled={!mayWrite} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            <legend className="sr-only">{t('screen.sections.work')}</legend>
            <Checklist work={work} />
            <PartsCard work={work} />
            <LabourCard work={work} />
            <ChargesCard work={work} />
            <NotesCard work={work} />
            <Card title={t('fields.photos')} aside={photos > 0 && <Count of={photos} />}>
              <KeptField atOnce hideLabel work={work} name="photos" />
            </Card>
            <SignatureCard work={work} />
            <div className="xl:hidden">{bill}</div>
          </fieldset>
        </div>
      </div>
      <StepBar screens={screens} work={work} onRefused={setRefused} />
    </>
  )
}
