import { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { bankLedgerCall, isPeriod, LEDGER_FILE, ledgerPeriod, type LedgerLine } from '#contract/calls/bank-ledger.ts'
import type { House } from '#contract/calls/session.ts'
import { recordId } from '#contract/fields.ts'
import { bank, type Bank } from '#contract/modules/money/bank.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { problem } from '#contract/problem.ts'
import { permissions } from '#contract/rules.ts'
import { invalid } from '#server/crud/invalid.ts'
import { rowsWhere } from '#server/flows/timeline.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App, Services } from '#server/lib/http.ts'
import { readHouse } from '#server/lib/people.ts'
import { BOM, csvLine } from '#contract/csv.ts'
import { decimalsOf } from '#server/work/export-columns.ts'
import { titlesFor } from '#server/work/titles.ts'
import { wordsIn, type Words } from '#server/work/words.ts'
import { ledgerOf, type Period } from './bank-ledger.ts'

/** Lines in hand while a file is written. */
const LINES = 5_000

const asked = z.strictObject({
  bank: z.coerce.number().pipe(recordId()),
  ...ledgerPeriod,
  language: z.string().max(20).optional(),
})

function refuseNoPeriod(period: Period): void {
  if (!isPeriod(period)) throw invalid({ to: 'Not before the first day.' })
}

const none = () => problem('not-found', 'This record does not exist.')

/** What moved an account: page by page, and as a file. */
export function bankLedgerRoutes(api: App, services: Services): void {
  const { pool } = services.database
  answer(api, bankLedgerCall, async ({ after, ...period }, { actor }) => {
    refuseNoPeriod(period)
    const ledger = await ledgerOf(pool, actor, period, { after })
    if (!ledger) throw none()
    return ledger
  })

  const config = { may: permissions(bank, 'details') }
  const schema = { tags: [bank.name], summary: 'The ledger of a bank as CSV', querystring: asked }
  api.get(LEDGER_FILE, { config, schema }, async (request, reply) => {
    const { language, ...period } = request.query
    refuseNoPeriod(period)
    const [one] = (await rowsWhere(pool, bank, 'id = $1', [period.bank])) as unknown as Bank[]
    if (!one) throw none()
    const [house, words] = [await readHouse(pool), wordsIn(language)]
    await audit(pool, {
      kind: 'exported',
      actor: request.actor.id,
      subject: bank.name,
      ...whereFrom(request),
      details: { format: 'csv', ...period },
    })
    const days = [period.from, period.to].filter(Boolean).join(' ')
    const name = encodeURIComponent([one.name, words.text(bank, 'screen.ledger.title'), days].filter(Boolean).join(' '))
    const file = Readable.from(fileOf(services, request.actor, period, { house, words }), { objectMode: false })
    // Whoever goes away takes the work with them.
    reply.raw.once('close', () => file.destroy())
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="ledger.csv"; filename*=UTF-8''${name}.csv`)
      .header('cache-control', 'no-store')
      .send(file)
  })
}

type Means = { house: House; words: Words }

/** All of it is of one moment: what is paid while it is read does not come between its lines and its sums. */
async function* fileOf(services: Services, actor: Actor, period: Period, means: Means): AsyncGenerator<string> {
  const client = await services.database.pool.connect()
  let isWhole = false
  try {
    await client.query('begin isolation level repeatable read read only')
    yield* linesOf(client, services, actor, period, means)
    await client.query('commit')
    isWhole = true
  } finally {
    // Whoever goes away leaves it in the middle of its transaction: it is not lent again.
    client.release(!isWhole)
  }
}

async function* linesOf(
  db: PoolClient,
  { database: { pool }, register }: Services,
  actor: Actor,
  period: Period,
  { house, words }: Means,
): AsyncGenerator<string> {
  const money = (minor: number) => minor / 10 ** decimalsOf(house.currency)
  const say = (key: string) => words.text(bank, `screen.ledger.${key}`)
  const titlesOf = titlesFor(pool, register, payment, actor, new Set(['order', 'maintenance']))
  const amounts = ['in', 'out', 'balance'].map(key => `${say(key)} (${house.currency})`)
  const heads = ['number', 'kind', 'mode', 'order', 'maintenance', 'reference', 'note'].map(field =>
    words.field(payment, field),
  )
  yield BOM + csvLine([say('date'), ...heads, ...amounts])
  let after: string | null | undefined
  do {
    const page = await ledgerOf(db, actor, period, { after: after ?? undefined, size: LINES })
    if (!page) return
    if (after === undefined) yield csvLine([period.from ?? '', '', say('opening'), ...blank(7), money(page.opening)])
    const titles = await titlesOf(page.lines as never)
    const cells = (line: LedgerLine) => [
      line.paidOn,
      line.number,
      words.option(payment, 'kind', line.kind),
      words.option(payment, 'mode', line.mode),
      titles(line.order),
      titles(line.maintenance),
      line.reference,
      line.note,
      line.moved > 0 ? money(line.moved) : null,
      line.moved < 0 ? money(-line.moved) : null,
      money(line.balance),
    ]
    yield page.lines.map(line => csvLine(cells(line))).join('')
    after = page.next
    if (after === null)
      yield csvLine([
        period.to ?? '',
        '',
        say('closing'),
        ...blank(5),
        money(page.in),
        money(page.out),
        money(page.closing),
      ])
  } while (after !== null)
}

const blank = (count: number): null[] => Array.from({ length: count }, () => null)
