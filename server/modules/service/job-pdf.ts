import {
  cardParts,
  cardRoom,
  footOf,
  headlineOf,
  jobHead,
  reportParts,
  signedOf,
  titleOf,
  type JobMeans,
  type JobNames,
  type Paper,
  type PaperPart,
} from '#contract/modules/service/job-paper.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import type { Drawn } from '#contract/drawn-code.ts'
import { againBlock, BODY, footBlock, SMALL } from '#server/paper/blocks.ts'
import { CONTENT, drawPages } from '#server/paper/pages.ts'
import { beside, empty, MM, paperOf, space, stack, type Block, type Pen } from '#server/paper/pen.ts'

const BESIDE = 3

/** What a paper of a job is drawn from. */
export type JobPaper = {
  paper: Paper
  job: Maintenance
  means: JobMeans
  names: JobNames
  language: string
  photos: readonly Buffer[]
  signature: Buffer | null
  /** What a scan of it opens. */
  code: Drawn | null
}

/** A job's paper as a file, by the same words and figures as it is printed by from the app. */
export function jobPdf(of: JobPaper): Promise<Buffer> {
  const { paper, job, means, names, language } = of
  const title = headlineOf(paper, job, means)
  return paperOf({ title, author: names.house, language, made: new Date(job.updatedAt) }, pen => {
    const parts = paper === 'report' ? reportParts(job, means, names) : cardParts(job, means, names)
    drawPages(pen, {
      head: headOf(pen, of),
      again: againBlock(pen, names.house, title, 1.5),
      columns: empty,
      rows: [...parts.flatMap(part => rowsOf(pen, part)), ...(paper === 'report' ? photosOf(pen, of) : [])],
      tail: paper === 'report' ? signedBlock(pen, of) : roomOf(pen, means),
      rest: [],
      foot: (page, count) =>
        footBlock(pen, footOf(paper, job, means), means.say('screen.papers.page', { page, of: count })),
    })
  })
}

function headOf(pen: Pen, { paper, job, means, names, code }: JobPaper): Block {
  const { columns, times } = jobHead(job, means, names)
  const left = CONTENT * 0.6
  const right = CONTENT - left
  const third = (CONTENT - 12 * MM) / 3
  const side = 20 * MM
  return stack(
    beside(
      {
        at: 0,
        block: stack(
          pen.text(names.house, left - 8 * MM, { size: 13, bold: true }),
          ...(paper === 'report' ? times.map(text => pen.text(text, left, { size: BODY, muted: true })) : []),
        ),
      },
      {
        at: left,
        block: stack(
          pen.text(titleOf(paper, means), right, { size: 18, bold: true, toEnd: true }),
          pen.text(job.number ?? '', right, { size: BODY, bold: true, toEnd: true }),
        ),
      },
    ),
    paper === 'card' && code
      ? beside({ at: CONTENT - side, block: stack(space(2 * MM), pen.code(code, side)) })
      : empty,
    space(5 * MM),
    pen.rule(CONTENT),
    space(4 * MM),
    beside(
      ...columns.map(({ label, name, lines }, at) => ({
        at: at * (third + 6 * MM),
        block: stack(
          pen.text(label, third, { size: SMALL, muted: true }),
          pen.text(name, third, { size: BODY, bold: true }),
          ...lines.map(text => pen.text(text, third, { size: BODY })),
        ),
      })),
    ),
    space(4 * MM),
    pen.rule(CONTENT),
  )
}

const headingOf = (pen: Pen, label: string) =>
  stack(
    space(5 * MM),
    pen.text(label, CONTENT, { size: BODY, bold: true, muted: true }),
    space(1 * MM),
    pen.rule(CONTENT, { strong: true }),
  )

/** A heading is never torn from the first row below it. */
function rowsOf(pen: Pen, { label, rows }: PaperPart): Block[] {
  const drawn = rows.map((row, at) => {
    const block = 'words' in row ? pen.text(row.words, CONTENT, { size: BODY }) : lineOf(pen, row)
    const above = row.goesOn ? empty : space(1.5 * MM)
    const below = rows[at + 1]?.goesOn ? empty : space(1.5 * MM)
    return stack(above, block, below, 'words' in row ? empty : pen.rule(CONTENT))
  })
  return withHeading(headingOf(pen, label), drawn)
}

const withHeading = (heading: Block, [first, ...rest]: Block[]): Block[] =>
  first === undefined ? [] : [stack(heading, first), ...rest]

/** A figure has the room of both where nothing is said. */
function lineOf(pen: Pen, { what, said, figure }: { what: string; said: string; figure: string }): Block {
  const end = CONTENT * (said === '' ? 0.45 : 0.2)
  const middle = CONTENT * 0.45 - end
  const start = CONTENT * 0.55
  return beside(
    { at: 0, block: pen.text(what, start - 4 * MM, { size: BODY }) },
    { at: start, block: pen.text(said, middle - 4 * MM, { size: BODY, toEnd: true }) },
    { at: start + middle, block: pen.text(figure, end, { size: BODY, toEnd: true }) },
  )
}

function photosOf(pen: Pen, { photos, means }: JobPaper): Block[] {
  const gap = 4 * MM
  const width = (CONTENT - (BESIDE - 1) * gap) / BESIDE
  const rows = Array.from({ length: Math.ceil(photos.length / BESIDE) }, (_, at) =>
    stack(
      space(2 * MM),
      beside(
        ...photos.slice(at * BESIDE, (at + 1) * BESIDE).map((bytes, column) => ({
          at: column * (width + gap),
          block: pen.picture(bytes, width, 44 * MM),
        })),
      ),
      space(2 * MM),
    ),
  )
  return withHeading(headingOf(pen, means.field('photos')), rows)
}

function signedBlock(pen: Pen, { job, means, signature }: JobPaper): Block {
  const { who, changed, rating, total } = signedOf(job, means)
  const left = 70 * MM
  return stack(
    space(6 * MM),
    signature ? pen.picture(signature, left, 26 * MM) : space(10 * MM),
    pen.rule(left, { strong: true }),
    space(1.5 * MM),
    beside(
      {
        at: 0,
        block: stack(
          pen.text(who, left, { size: BODY, muted: true }),
          changed === null ? empty : pen.text(changed, left, { size: BODY }),
          rating === null ? empty : pen.text(rating, left, { size: BODY }),
        ),
      },
      { at: left, block: pen.text(total, CONTENT - left, { size: 13, bold: true, toEnd: true }) },
    ),
  )
}

/** Where it is written by hand what is found. */
const roomOf = (pen: Pen, { field, say }: JobMeans): Block =>
  stack(
    space(8 * MM),
    ...cardRoom.flatMap(name => [
      pen.text(field(name), CONTENT, { size: BODY, muted: true }),
      space(14 * MM),
      pen.rule(CONTENT),
      space(6 * MM),
    ]),
    space(8 * MM),
    pen.rule(CONTENT / 2, { strong: true }),
    space(1.5 * MM),
    pen.text(say('screen.papers.handedIn'), CONTENT, { size: BODY, muted: true }),
  )
