import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

/*
 * A dump is gzip over lines: one header, then per table one line that names it, its rows as COPY writes them and `\.`,
 * then the sequences, then a trailer with the number of rows and a checksum over everything before it. `zcat` shows it.
 */

export const FORMAT = 'caredesk-dump'
export const FORMAT_VERSION = 1

const applied = z.object({ name: z.string(), checksum: z.string() })
const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  made: z.iso.datetime(),
  migrations: z.array(applied).min(1),
})
const table = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
const sequences = z.object({
  sequences: z.array(z.object({ name: z.string(), last: z.number(), called: z.boolean() })),
})
const trailer = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() })

export type Header = z.infer<typeof header>
export type Sequence = z.infer<typeof sequences>['sequences'][number]
export type Rows = Record<string, number>

export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'tableEnd'; table: string; rows: number }
  | { kind: 'sequences'; sequences: Sequence[] }
  | { kind: 'end'; rows: Rows }

const NEWLINE = 10
const END_OF_ROWS = Buffer.from('\\.\n')

/** The parts of a dump, in order. Throws a sentence if the file is not whole; only `end` says that it was. */
export async function* readDump(file: string): AsyncGenerator<Part> {
  try {
    yield* parse(file)
  } catch (error) {
    throw new Error(`${file} ${reason(error)}`, { cause: error })
  }
}

/** Reads it all and answers what is in it. */
export async function checkDump(file: string): Promise<{ header: Header; rows: Rows }> {
  let found: Header | undefined
  for await (const part of readDump(file)) {
    if (part.kind === 'header') found = part.header
    if (part.kind === 'end' && found) return { header: found, rows: part.rows }
  }
  throw new Error(`${file} is damaged or was cut off.`)
}

const told = (message: string) => Object.assign(new Error(message), { told: true })

function reason(error: unknown): string {
  const { code, told, message } = error as NodeJS.ErrnoException & { told?: true }
  if (told) return message
  if (code === 'ENOENT') return 'is not there.'
  if (code === 'EACCES' || code === 'EISDIR') return `cannot be read (${code}).`
  if (code === 'Z_DATA_ERROR' && message.includes('header check')) return 'is no backup of Caredesk.'
  return 'is damaged or was cut off.'
}

async function* parse(file: string): AsyncGenerator<Part> {
  const hash = createHash('sha256')
  const found: Rows = {}
  let place: 'header' | 'tables' | 'rows' | 'trailer' | 'end' = 'header'
  let current = ''
  let rest: Buffer = Buffer.alloc(0)

  for await (const chunk of unzipped(file)) {
    let bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    while (bytes.length) {
      if (place === 'rows') {
        const { rows, lines, ended } = takeRows(bytes)
        if (!rows.length && !ended) break
        hash.update(rows)
        bytes = bytes.subarray(rows.length)
        found[current] = (found[current] ?? 0) + lines
        if (rows.length) yield { kind: 'rows', bytes: rows }
        if (!ended) continue
        hash.update(END_OF_ROWS)
        bytes = bytes.subarray(END_OF_ROWS.length)
        place = 'tables'
        yield { kind: 'tableEnd', table: current, rows: found[current] ?? 0 }
        continue
      }
      const end = bytes.indexOf(NEWLINE)
      if (end < 0) break
      const line = bytes.subarray(0, end + 1)
      bytes = bytes.subarray(end + 1)
      const said: unknown = JSON.parse(line.toString('utf8'))
      if (place === 'header') {
        place = 'tables'
        yield { kind: 'header', header: readHeader(said) }
      } else if (place === 'tables' && has(said, 'table')) {
        const { table: name, columns } = table.parse(said)
        place = 'rows'
        current = name
        found[name] = 0
        yield { kind: 'table', table: name, columns }
      } else if (place === 'tables') {
        place = 'trailer'
        yield { kind: 'sequences', ...sequences.parse(said) }
      } else if (place === 'trailer') {
        const { rows, sha256 } = trailer.parse(said)
        if (sha256 !== hash.digest('hex') || !sameRows(rows, found)) throw new Error('The checksum is another.')
        place = 'end'
        yield { kind: 'end', rows }
        continue
      } else throw new Error('Something follows the end.')
      hash.update(line)
    }
    rest = bytes
  }
  if (place !== 'end' || rest.length) throw new Error('The end is missing.')
}

function unzipped(file: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip()
  // An error of either end reaches the one who reads.
  pipeline(createReadStream(file), gunzip, () => {})
  return gunzip
}

/** Whole lines up to the end mark, or as many as there are. */
function takeRows(bytes: Buffer): { rows: Buffer; lines: number; ended: boolean } {
  let lines = 0
  let from = 0
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    if (end - from === 2 && bytes[from] === END_OF_ROWS[0] && bytes[from + 1] === END_OF_ROWS[1])
      return { rows: bytes.subarray(0, from), lines, ended: true }
    lines += 1
    from = end + 1
  }
  return { rows: bytes.subarray(0, from), lines, ended: false }
}

const has = (value: unknown, key: string) => typeof value === 'object' && value !== null && key in value

function readHeader(said: unknown): Header {
  if (!has(said, 'format') || (said as { format: unknown }).format !== FORMAT) throw told('is no backup of Caredesk.')
  const { version } = said as { version: unknown }
  if (version !== FORMAT_VERSION)
    throw told(`was written in format ${String(version)}; this version of Caredesk reads format ${FORMAT_VERSION}.`)
  return header.parse(said)
}

const sameRows = (said: Rows, found: Rows) =>
  Object.keys(said).length === Object.keys(found).length &&
  Object.entries(said).every(([name, rows]) => found[name] === rows)
