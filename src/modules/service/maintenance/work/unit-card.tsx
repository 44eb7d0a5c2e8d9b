import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { product } from '#contract/modules/catalogue/product.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { FoundRows } from '#src/crud/found-rows.tsx'
import { RecordLink, RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatMonth } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { Problems } from '../problems.tsx'
import { Verdict } from '../unit-input.tsx'

/** So many of its earlier jobs are named. */
const FEW = 3
/** So much of what was done is told, as a job itself tells it of those before it. */
const SIGNS = 200

/** Which device it is, what it has, and what was done to it before. */
export function UnitCard({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  return (
    <Card
      title={words.field('unit')}
      aside={
        job.unit !== null && (
          <span className="text-30">
            <RecordLink module={unit} id={job.unit} />
          </span>
        )
      }
    >
      <dl className="mb-3 grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 text-30 pointer-coarse:text-40 [&>dt]:text-muted">
        <dt>{words.field('product')}</dt>
        <dd>{job.product === null ? '—' : <RecordName module={product} id={job.product} />}</dd>
        <dt>{words.field('serial')}</dt>
        <dd>{job.serial ? <span className="ltr wrap-anywhere">{job.serial}</span> : '—'}</dd>
        <dt>{words.field('problems')}</dt>
        <dd>
          <ul className="grid gap-1">
            <Problems job={job} />
          </ul>
        </dd>
        {job.accessories && (
          <>
            <dt>{words.field('accessories')}</dt>
            <dd>{job.accessories}</dd>
          </>
        )}
        {job.unit !== null && (
          <>
            <dt>{t('screen.work.history')}</dt>
            <dd>
              <Earlier job={job} unit={job.unit} />
            </dd>
          </>
        )}
      </dl>
      {job.unit !== null && <Verdict id={job.unit} />}
    </Card>
  )
}

type Told = { id: number; at: string; said: string }

const saidOf = (problem: string | null, done: string | null) =>
  [problem, done && Array.from(done).slice(0, SIGNS).join('')].filter(Boolean).join(' · ')

/** Its other jobs, the last one first: those that this person may see, and what the job itself tells of those before it. */
function Earlier({ job, unit: device }: { job: Maintenance; unit: number }) {
  const { t } = useTranslation('maintenance')
  return (
    <FoundRows module={maintenance} query={{ filter: { unit: [device] }, sort: '-createdAt' }}>
      {found => {
        const seen = (found?.rows ?? []).filter(({ id }) => id !== job.id)
        const told = (job.earlier ?? []).filter(({ id }) => !seen.some(one => one.id === id))
        const others: Told[] = [
          ...seen.map(({ id, createdAt, handedOverAt, problems, workDone }) => ({
            id,
            // As a job tells of those that others did.
            at: handedOverAt ?? createdAt,
            said: saidOf(problems.flatMap(({ text }) => text ?? []).join(', '), workDone),
          })),
          ...told.map(({ id, at, problem, done }) => ({ id, at, said: saidOf(problem, done) })),
        ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
        if (others.length === 0) return <>{found?.loading ? '…' : t('screen.work.noHistory')}</>
        return (
          <ul className="grid gap-1">
            {others.slice(0, FEW).map(one => (
              <li key={one.id}>
                {told.some(({ id }) => id === one.id) ? (
                  formatMonth(one.at)
                ) : (
                  <Link className="link" to={`/maintenances/maintenance-details/${one.id}`}>
                    {formatMonth(one.at)}
                  </Link>
                )}{' '}
                <span className="text-muted wrap-anywhere">{one.said}</span>
              </li>
            ))}
            {others.length > FEW && (
              <li className="text-muted">{t('screen.work.more', { count: others.length - FEW })}</li>
            )}
          </ul>
        )
      }}
    </FoundRows>
  )
}
