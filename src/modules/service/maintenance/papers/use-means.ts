import { useTranslation } from 'react-i18next'
import { itemQualityCheck } from '#contract/lists/after-sales.ts'
import { user } from '#contract/modules/access/user.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import type { JobMeans, JobNames } from '#contract/modules/service/job-paper.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useTitles } from '#src/data/use-many-titles.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber } from '#src/lib/format.ts'
import { useHouse } from '#src/session/house.ts'
import { usePlaceOf } from '../place.ts'

/** The words and figures of this person's language. */
export function useJobMeans(): JobMeans {
  const { i18n } = useTranslation('maintenance')
  const { field, option, stage } = useWords(maintenance)
  return {
    say: (key, values) => i18n.t(`maintenance:${key}`, values ?? {}),
    field,
    option,
    stage,
    money: minor => formatMoney(minor),
    count: value => formatNumber(value),
    day: formatDate,
    moment: formatDateTime,
    signs: { ticked: '✓', open: '☐' },
  }
}

/** What the job refers to, as this device knows it. */
export function useJobNames(job: Maintenance): JobNames {
  const { companyName } = useHouse()
  const place = usePlaceOf(job)
  const model = useTitle(product, job.product ?? 0)
  const technician = useTitle(user, job.assignedTo ?? 0)
  const parts = useTitles(part, [...new Set(job.parts.map(one => one.part))])
  const checks = useTitles(
    itemQualityCheck,
    job.checks.map(({ check }) => check),
  )
  return {
    house: companyName,
    place,
    product: model ?? '',
    technician: technician ?? '',
    part: id => parts.get(id) ?? '—',
    check: id => checks.get(id) ?? '',
  }
}
