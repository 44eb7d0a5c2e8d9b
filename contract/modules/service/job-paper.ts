import { formatPhone } from '../../format-phone.ts'
import { billedLines } from './maintenance-rules.ts'
import type { jobPapers, Maintenance } from './maintenance.ts'

/** What the papers of a job are written with: the same words and figures on a screen and in a file. */
export type JobMeans = {
  say(key: string, values?: Readonly<Record<string, number>>): string
  field(name: string): string
  option(field: string, value: string): string
  stage(stage: string): string
  money(minor: number): string
  count(value: number): string
  day(date: string): string
  moment(at: string): string
  /** For what is done, and what is still to tick off: not every font has the same signs. */
  signs: { ticked: string; open: string }
}

/** Names that a job refers to, as they are now. */
export type JobNames = {
  house: string
  /** Where it is, in one line. */
  place: string
  product: string
  technician: string
  part(id: number): string
  check(id: number): string
}

export type Paper = (typeof jobPapers)[number]
export type PaperPart = { key: string; label: string; rows: PaperRow[] }
/** Words over the whole width, or a word with what is said of it and a figure. One that goes on stands close below the row before it. */
export type PaperRow = { key: string; goesOn?: boolean } & (
  | { words: string }
  | { what: string; said: string; figure: string }
)

export const titleOf = (paper: Paper, { say }: JobMeans): string => say(`screen.papers.${paper}`)

/** Names the paper and its job. */
export const headlineOf = (paper: Paper, { number }: Maintenance, means: JobMeans): string =>
  `${titleOf(paper, means)} ${number ?? ''}`.trim()

/** What stands at the foot of each page: a card lies beside the device from the day on which that came. */
export const footOf = (paper: Paper, job: Maintenance, means: JobMeans): string =>
  paper === 'report'
    ? headlineOf(paper, job, means)
    : `${means.field('receivedAt')}: ${job.receivedAt ? means.moment(job.receivedAt) : ''}`

const filled = (texts: readonly (string | null | undefined | false)[]): string[] =>
  texts.filter(text => typeof text === 'string' && text !== '') as string[]
const withRows = (parts: PaperPart[]): PaperPart[] => parts.filter(({ rows }) => rows.length > 0)

/** Whose job it is, which device it is about, and who works at it; in three columns. */
export function jobHead(job: Maintenance, means: JobMeans, names: JobNames) {
  const { field, option, stage, day, moment } = means
  return {
    columns: [
      { label: field('customer'), name: job.name, lines: filled([names.place, formatPhone(job.phone)]) },
      {
        label: field('unit'),
        name: job.product === null ? '' : names.product,
        lines: filled([
          job.serial,
          filled([
            option('cover', job.cover),
            job.warrantyUntil && `${field('warrantyUntil')} ${day(job.warrantyUntil)}`,
          ]).join(' · '),
        ]),
      },
      {
        label: option('serviceMode', job.serviceMode),
        name: '',
        lines: filled([
          names.technician && `${field('assignedTo')}: ${names.technician}`,
          job.promisedAt && `${field('promisedAt')}: ${moment(job.promisedAt)}`,
          stage(job.stage),
        ]),
      },
    ],
    /** When it was worked on. */
    times: (['startedAt', 'endedAt'] as const).flatMap(name => {
      const at = job[name]
      return at ? [`${field(name)}: ${moment(at)}`] : []
    }),
  }
}

/** A row for each line that was typed: no row is higher than a sheet. Empty lines part those before from those after them. */
const typed = (key: string, text: string): PaperRow[] => {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  return lines.flatMap((words, at) =>
    words === '' ? [] : [{ key: `${key} ${at}`, words, goesOn: at > 0 && lines[at - 1] !== '' }],
  )
}

const problemsOf = (job: Maintenance, { field }: JobMeans): PaperPart => ({
  key: 'problems',
  label: field('problems'),
  rows: job.problems.flatMap(({ id, text, note }) => typed(`problem ${id}`, filled([text, note]).join(' · '))),
})

const saidIn = (job: Maintenance, name: 'diagnosis' | 'workDone' | 'accessories' | 'note', means: JobMeans) => ({
  key: name,
  label: means.field(name),
  rows: typed(name, job[name] ?? ''),
})

/** What was found, done and used, and what that costs. */
export function reportParts(job: Maintenance, means: JobMeans, names: JobNames): PaperPart[] {
  const { say, field, count, money } = means
  const said = [
    ...job.parts.map(one => [names.part(one.part), `${count(one.qty)} ×`] as const),
    ...job.labour.map(
      one => [say('screen.panel.labour'), say('screen.panel.minutes', { count: one.minutes })] as const,
    ),
    ...job.charges.map(one => [one.label, ''] as const),
  ]
  return withRows([
    problemsOf(job, means),
    saidIn(job, 'diagnosis', means),
    saidIn(job, 'workDone', means),
    {
      key: 'checklist',
      label: field('checklist'),
      rows: job.checklist.map(step => ({
        key: `step ${step.id}`,
        what: step.label,
        said: '',
        figure: answerOf(step, means),
      })),
    },
    {
      key: 'costs',
      label: say('screen.papers.costs'),
      rows: billedLines(job).map(({ id, covered, amount }, at) => {
        const [what, howMuch] = said[at]!
        return {
          key: `entry ${id}`,
          what,
          said: howMuch,
          figure: covered ? say('screen.panel.covered') : money(amount),
        }
      }),
    },
  ])
}

/** What lies with the device on the bench: what came in and why. */
export function cardParts(job: Maintenance, means: JobMeans, names: JobNames): PaperPart[] {
  const { field, option, signs } = means
  return withRows([
    problemsOf(job, means),
    saidIn(job, 'accessories', means),
    {
      key: 'checks',
      label: field('checks'),
      rows: job.checks.map(({ id, check, result, note }) => ({
        key: `check ${id}`,
        what: names.check(check),
        said: note ?? '',
        figure: option('checks.result', result),
      })),
    },
    {
      key: 'checklist',
      label: field('checklist'),
      rows: job.checklist.map(({ id, label, unit }) => ({
        key: `step ${id}`,
        what: `${signs.open} ${label}`,
        said: '',
        figure: unit ?? '',
      })),
    },
    saidIn(job, 'note', means),
  ])
}

/** What is found is written on the card by hand. */
export const cardRoom = ['diagnosis', 'workDone', 'parts'] as const

/** An answer as it is read; a dash where there is none. */
function answerOf({ kind, value, unit }: Maintenance['checklist'][number], { say, signs }: JobMeans): string {
  if (value === null || value === '') return '—'
  if (kind === 'tick') return signs.ticked
  if (kind === 'passFail' && (value === 'pass' || value === 'fail')) return say(`screen.work.${value}`)
  return filled([value, unit]).join(' ')
}

/** Who took it, when, whether it says something else since, how they liked it, and what it comes to. */
export const signedOf = (job: Maintenance, { say, field, money, moment }: JobMeans) => ({
  who: filled([job.signedBy ?? field('signature'), job.handedOverAt && moment(job.handedOverAt)]).join(', '),
  changed: job.signedChangedAt && `${field('signedChangedAt')}: ${moment(job.signedChangedAt)}`,
  rating: job.rating === null ? null : say('screen.work.stars', { count: job.rating }),
  total: `${say('screen.panel.total')} ${money(job.total ?? 0)}`,
})
