import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signedJobCall } from '#contract/calls/signed-job.ts'
import { apiPath } from '#contract/module.ts'
import type { Paper } from '#contract/modules/service/job-paper.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { asSigned } from '#contract/modules/service/signed.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useFile } from '#src/data/use-file.ts'
import { PrintNow } from '#src/labels/print-now.tsx'
import { A4Papers } from '#src/paper/a4-papers.tsx'
import { LabelSheets } from '#src/paper/label-sheets.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { firstPaper } from './first-paper.ts'
import { JobLabel, jobLabelSize, maintenanceLabel } from './job-label.tsx'
import { useJobCard } from './use-job-card.tsx'
import { useReport } from './use-report.tsx'

const papers = ['report', 'card', 'label'] as const
type Which = (typeof papers)[number]
const loadLabel = async () => maintenanceLabel

/** The same paper as a file, which the server makes. */
function SaveFile({ job, which }: { job: Maintenance; which: Paper }) {
  const { t, i18n } = useTranslation('maintenance')
  const { busy, failed, save } = useFile(`${apiPath(maintenance)}/${job.id}/${which}-file`)
  return (
    <>
      <Button
        icon={Download}
        loading={busy}
        onClick={() => save({ language: i18n.language }, `${t(`screen.papers.${which}`)} ${job.number ?? job.id}.pdf`)}
      >
        {t('screen.papers.file')}
      </Button>
      {failed && (
        <Banner tone="danger" announce>
          {failed}
        </Banner>
      )}
    </>
  )
}

/** The papers of a job as they leave the printer, drawn on this device: also without a network. */
export function PapersTab({ record }: PartProps) {
  const { t } = useTranslation('maintenance')
  const job = record as unknown as Maintenance
  const [which, setWhich] = useState<Which>(() => firstPaper(job))
  const [printing, setPrinting] = useState(false)
  const [width, height] = jobLabelSize.label
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <SegmentedControl<Which>
          label={t('screen.papers.which')}
          options={papers.map(value => ({ value, label: t(`screen.papers.${value}`) }))}
          value={which}
          onChange={setWhich}
        />
        <div className="flex flex-wrap gap-2">
          {which !== 'label' && <SaveFile key={which} job={job} which={which} />}
          <Button
            variant="primary"
            icon={Printer}
            onClick={() => (which === 'label' ? setPrinting(true) : window.print())}
          >
            {t('screen.papers.print')}
          </Button>
        </div>
      </div>
      {which === 'label' ? (
        <>
          <div
            className="w-fit max-w-full overflow-hidden shadow-2"
            style={{ width: `${width}mm`, height: `${height}mm` }}
          >
            <JobLabel job={job} />
          </div>
          <LabelSheets size={jobLabelSize} labels={[{ key: 'label', label: <JobLabel job={job} /> }]} used={0} />
          {printing && (
            <Suspense>
              <PrintNow module={maintenance} load={loadLabel} row={record} onDone={() => setPrinting(false)} />
            </Suspense>
          )}
        </>
      ) : which === 'card' ? (
        <Card job={job} />
      ) : (
        <Report job={job} />
      )}
    </>
  )
}

const Card = ({ job }: { job: Maintenance }) => <A4Papers documents={[useJobCard(job)]} />

/** It says what was signed: the server knows that of a job which says something else by now. */
function Report({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const isChanged = job.signedChangedAt !== null
  const { answer, error } = useAsked(signedJobCall, { maintenance: job.id }, { enabled: isChanged })
  const { online } = useConnection()
  const isUnknown = isChanged && !answer && (!online || error !== null)
  const report = useReport(answer?.signed ? asSigned(job, answer.signed) : job)
  if (isChanged && !answer && !isUnknown) return <Skeleton className="h-8" />
  return (
    <>
      {isUnknown && (
        <div className="mb-4 print:hidden">
          <Banner tone="neutral" announce>
            {t('screen.papers.signedUnknown')}
          </Banner>
        </div>
      )}
      <A4Papers documents={[report]} />
    </>
  )
}
