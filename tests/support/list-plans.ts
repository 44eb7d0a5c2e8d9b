import type { Pool, PoolClient } from 'pg'
import { filtersOf, type Filter } from '#contract/filters.ts'
import { tableOf, type Module } from '#contract/module.ts'
import { sortsOf } from '#contract/sorts.ts'
import type { RowPool } from '#server/crud/row-plan.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Sort Method'?: string
  Plans?: Node[]
}
/** A statement that was sent, with the plan that the database made for it. */
export type Planned = { asked: string; text: string; nodes: Node[]; milliseconds: number }

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)]

type Query = { text: string; values?: unknown[] }

/** A pool that also explains every statement sent through it; with `run`, as it really went. */
export function explaining(pool: Pool, planned: Planned[], run: boolean) {
  let asked = ''
  const explain = async (db: Pool | PoolClient, query: Query) => {
    if (!/^(select|\(select)/.test(query.text)) return
    const how = run ? 'analyze, timing off, ' : ''
    const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time'?: number }] }>({
      text: `explain (${how}format json) ${query.text}`,
      values: query.values ?? [],
    })
    const [{ Plan: plan, 'Execution Time': milliseconds = 0 }] = rows[0]!['QUERY PLAN']
    planned.push({ asked, text: query.text, nodes: nodesIn(plan), milliseconds })
  }
  const through = (db: Pool | PoolClient) => async (query: string | Query, values?: unknown[]) => {
    const full = typeof query === 'string' ? { text: query, ...(values ? { values } : {}) } : query
    await explain(db, full)
    return db.query(full)
  }
  const explained = {
    query: through(pool),
    connect: async () => {
      const client = await pool.connect()
      return { query: through(client), release: (broken?: Error) => client.release(broken) }
    },
  }
  return {
    pool: explained as unknown as RowPool,
    as: (name: string) => {
      asked = name
    },
  }
}

/** Did the statement read its table from end to end? */
export const readsAll = ({ nodes }: Planned, module: Module): boolean =>
  nodes.some(node => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === tableOf(module))

/** Did it sort more than the rows of a page, and not only the first of them? */
export const sorts = ({ nodes }: Planned): boolean =>
  nodes.some(node => node['Node Type'] === 'Sort' && node['Sort Method'] !== 'top-N heapsort' && sorted(node) > 2_500)

const sorted = ({ Plans = [] }: Node) => Plans.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0)

/** Rows of the table that were looked at, whether they were wanted or not. */
export const lookedAt = ({ nodes }: Planned): number =>
  nodes
    .filter(node => node['Node Type'].endsWith('Scan') && node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) =>
        sum +
        (node['Actual Loops'] ?? 1) *
          ((node['Actual Rows'] ?? 0) +
            (node['Rows Removed by Filter'] ?? 0) +
            (node['Rows Removed by Index Recheck'] ?? 0)),
      0,
    )

export const waysOf = (module: Module): string[] => sortsOf(module).flatMap(({ field }) => [field, `-${field}`])

/** Every way in which every filter can be asked for; `values` are those that a field has. */
export function questionsOf(
  module: Module,
  values: (filter: Filter) => readonly string[] = sampleOf,
): { name: string; text: string }[] {
  return filtersOf(module).flatMap(filter => {
    const { name, ways } = filter
    const texts = ways.value ? values(filter) : []
    return [
      ...texts,
      ...(ways.words ? ['~abc', '~ab'] : []),
      ...(ways.range ? rangesOf(filter) : []),
      ...(ways.none ? ['none'] : []),
      ...(ways.any ? ['any'] : []),
    ].map(text => ({ name, text }))
  })
}

const rangesOf = ({ kind }: Filter) =>
  kind === 'date' || kind === 'dateTime' ? ['2024-02-01..2024-02-02', '@month', '..2000-01-01'] : ['5..10', '..0']

function sampleOf({ kind, meta }: Filter): string[] {
  if (kind === 'flag') return ['true', 'false']
  if (kind === 'choice' || kind === 'choices') return [...(meta?.options ?? [])].slice(0, 2)
  if (kind === 'date' || kind === 'dateTime') return ['2024-02-01', '@today']
  return ['number', 'money', 'listItem', 'listItems', 'reference', 'references'].includes(kind)
    ? ['7']
    : ['abc', '=none']
}
