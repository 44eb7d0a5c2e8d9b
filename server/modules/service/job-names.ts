import type { JobMeans, JobNames } from '#contract/modules/service/job-paper.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { paperFormat } from '#contract/paper-format.ts'
import type { Run } from '#server/lib/transaction.ts'
import { wordsIn } from '#server/work/words.ts'

type House = { name: string; currency: string; timeZone: string }

/** Whose paper it is, what it pays in, and where its clock hangs. */
export async function houseOf(run: Run): Promise<House> {
  const [house] = await run<House>(
    'select company_name as name, currency, time_zone as "timeZone" from general_setting',
    [],
  )
  return house ?? { name: 'Caredesk', currency: 'INR', timeZone: 'Asia/Kolkata' }
}

/** The words and figures of a language, as the screens have them. */
export function jobMeans(language: string, { currency, timeZone }: House): JobMeans {
  const words = wordsIn(language)
  const locale = language === 'en' ? 'en-IN' : language
  const { sign, plain, count, day } = paperFormat(locale, currency)
  const moments = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  const plurals = new Intl.PluralRules(language)
  return {
    say(key, values = {}) {
      const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, count(value)]))
      const ofCount = values.count === undefined ? key : `${key}_${plurals.select(values.count)}`
      const said = words.text(maintenance, ofCount, shown)
      return said === ofCount ? words.text(maintenance, key, shown) : said
    },
    field: name => words.field(maintenance, name),
    option: (field, value) => words.option(maintenance, field, value),
    stage: stage => words.option(maintenance, 'stage', stage),
    money: minor => `${sign}${plain(minor)}`,
    count,
    day,
    moment: at => moments.format(new Date(at)),
    // The fonts of papers have no boxes.
    signs: { ticked: words.flag(maintenance, 'checklist', true), open: '[  ]' },
  }
}

/** The names that a job refers to, as they are now. */
export async function jobNames(run: Run, job: Maintenance, house: House): Promise<JobNames> {
  const labels = await run<{ id: number; label: string }>(
    `select id, label from list_item where id = any($1::bigint[])
     union all select id, name from part where id = any($2::bigint[])
     union all select id, name from product where id = $3::bigint
     union all select id, name from app_user where id = $4::bigint`,
    [
      [job.area, job.city, ...job.checks.map(({ check }) => check)].filter(id => id !== null),
      job.parts.map(({ part }) => part),
      job.product,
      job.assignedTo,
    ],
  )
  const known = new Map(labels.map(({ id, label }) => [id, label]))
  const named = (id: number | null) => (id === null ? '' : (known.get(id) ?? ''))
  return {
    house: house.name,
    place: [job.address, named(job.area), named(job.city), job.pincode].filter(Boolean).join(', '),
    product: named(job.product),
    technician: named(job.assignedTo),
    part: id => known.get(id) ?? '—',
    check: named,
  }
}
