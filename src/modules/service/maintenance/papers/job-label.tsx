import { product } from '#contract/modules/catalogue/product.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDate } from '#src/lib/format.ts'
import { CodeImage } from '#src/paper/code-image.tsx'
import { square } from '#src/paper/codes.ts'
import { pendingName } from '#src/fields/reference.tsx'
import type { RecordLabel } from '#src/labels/label-of.ts'
import { AROUND, moduleWithin, resolutions, sizesOf, type Dpi, type LabelSize } from '#src/paper/label-sizes.ts'
import { codeOfJob } from './use-job-card.tsx'

/** A roll of small labels, as they stick to devices. */
export const jobLabelSize = sizesOf.job.roll100!
/** Of the label's edge, in mm. */
const EDGE = 3

type Props = { job: Maintenance; size?: LabelSize; dpi?: Dpi }

/** What sticks to the device: which job it is, whose, and a code that opens it. */
export function JobLabel({ job, size = jobLabelSize, dpi = resolutions[0] }: Props) {
  const words = useWords(maintenance)
  const model = useTitle(product, job.product ?? 0)
  const code = codeOfJob(job)
  const qr = square(code)
  const module = moduleWithin(size.label[1] - 2 * EDGE, qr.width, dpi)
  return (
    <article
      className="flex size-full items-center gap-[3mm] bg-paper leading-snug text-paper-ink [print-color-adjust:exact]"
      style={{ fontSize: '3.2mm', padding: `${EDGE}mm` }}
    >
      {/* The white around it is a part of the code. */}
      <span className="shrink-0" style={{ padding: `${AROUND * module}mm` }}>
        <CodeImage of={qr} module={module} label={code} />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="ltr text-[5mm] font-semibold">{job.number ?? pendingName(job.id)}</p>
        <p className="line-clamp-1 font-semibold">{job.name}</p>
        {job.product !== null && (
          <p className="line-clamp-2" data-pending={model === undefined || undefined}>
            {model}
          </p>
        )}
        {job.serial && <p className="ltr line-clamp-1">{job.serial}</p>}
        <p className="line-clamp-2">{job.problems.map(({ text }) => text).join(', ')}</p>
        {job.promisedAt && (
          <p>
            {words.field('promisedAt')} {formatDate(job.promisedAt)}
          </p>
        )}
      </div>
    </article>
  )
}

export const maintenanceLabel: RecordLabel = {
  Label: ({ row, size, dpi }) => <JobLabel job={row as unknown as Maintenance} size={size} dpi={dpi} />,
}
