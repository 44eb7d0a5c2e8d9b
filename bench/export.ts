import { readFileSync } from 'node:fs'
import { writeXlsxStream } from 'hucre/xlsx'
import { Client } from 'pg'
import { to } from 'pg-copy-streams'
import { exportPath } from '#contract/calls/work.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { fillCustomers } from './bulk.ts'
import type { Line } from './report.ts'

const ROWS = 100_000
const FIRST = 8_200_000_001
const COLUMNS = 'name,type,phones,emails,taxId,source,risk,owner,branch,tags,balance,createdAt'

/** The memory of a process in MB, as the system counts it. */
const memoryOf = (pid: number) => {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/** A hundred thousand customers as CSV and as a workbook; the whole server's memory is looked at meanwhile. */
export async function exports(url: string, token: string, databaseUrl: string, pid: number): Promise<Line[]> {
  await fillCustomers(databaseUrl, FIRST, ROWS, 'Export')
  const take = async (format: string) => {
    const before = memoryOf(pid)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20)
    const began = performance.now()
    const answer = await fetch(`${url}/api${exportPath(customer)}?format=${format}&columns=${COLUMNS}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    })
    if (!answer.ok || !answer.body) throw new Error(`export: ${answer.status} ${await answer.text()}`)
    let bytes = 0
    let first = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      first ||= performance.now() - began
      bytes += chunk.length
    }
    clearInterval(watch)
    return { seconds: (performance.now() - began) / 1_000, first, bytes, grown: peak - before }
  }
  const csv = await take('csv')
  const xlsx = await take('xlsx')
  if (csv.bytes < ROWS * 40 || xlsx.bytes < ROWS * 10) throw new Error('the files are too small to hold all rows')
  const bareCsv = await bareCopy(databaseUrl)
  const bareXlsx = await bareWorkbook()
  return [
    { name: 'CSV of 100,000 customers', ours: csv.seconds, limit: bareCsv, unit: 's' },
    { name: 'its first bytes', ours: csv.first, limit: null, unit: 'ms', goal: { of: 'ours', atMost: 1_000 } },
    {
      name: 'XLSX of 100,000 customers',
      ours: xlsx.seconds,
      limit: bareXlsx,
      unit: 's',
      goal: { of: 'ratio', atMost: 8 },
    },
    { name: 'memory that it takes', ours: xlsx.grown, limit: null, unit: 'MB', goal: { of: 'ours', atMost: 150 } },
  ]
}

/** The same columns as PostgreSQL writes them. */
async function bareCopy(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const began = performance.now()
  const stream = client.query(
    to(
      `copy (select name, type, phones, emails, tax_id, source, risk, owner, branch, tags, balance, created_at from customer
       where id >= ${FIRST} order by sort_key(name) collate "C", id) to stdout csv`,
    ),
  )
  for await (const chunk of stream) void chunk
  await client.end()
  return (performance.now() - began) / 1_000
}

/** The same library on rows that are there already, without a list, a language or a thread. */
async function bareWorkbook(): Promise<number> {
  function* rows() {
    for (let n = 0; n < ROWS; n += 1)
      yield [
        `Export ${n}`,
        'Person',
        '+9198765432, Mobile',
        'c@example.com',
        null,
        null,
        'No',
        null,
        null,
        '',
        null,
        new Date(),
      ]
  }
  const began = performance.now()
  for await (const chunk of writeXlsxStream(rows(), { name: 'Bare' })) void chunk
  return (performance.now() - began) / 1_000
}
