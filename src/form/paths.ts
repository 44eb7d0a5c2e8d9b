import type { Errors, Values } from './check.ts'

type Line = { id: number } & Values

// Each cell of a long form asks for its line, and each change for the one before.
const known = new WeakMap<readonly Line[], Map<string, Line>>()

function byId(lines: unknown): Map<string, Line> {
  if (!Array.isArray(lines)) return new Map()
  let found = known.get(lines)
  if (!found) known.set(lines, (found = new Map((lines as Line[]).map(line => [String(line.id), line]))))
  return found
}

export const lineOf = (lines: unknown, id: string): Line | undefined => byId(lines).get(id)

/** What a cell says; nothing where there is no such line. */
export const cellOf = (lines: unknown, id: string, column: string): unknown => lineOf(lines, id)?.[column] ?? null

type Shown = { values: Values; errors: Errors }

/** Everything that is to be told of a change: where another value stands, and where something else is said. */
export function pathsChanged(before: Shown, after: Shown): Set<string> {
  const paths = new Set<string>([''])
  for (const field of new Set([...Object.keys(before.values), ...Object.keys(after.values)])) {
    const [was, is] = [before.values[field], after.values[field]]
    if (was === is) continue
    paths.add(field)
    addLines(paths, field, byId(was), byId(is))
  }
  for (const path of new Set([...Object.keys(before.errors), ...Object.keys(after.errors)]))
    if (before.errors[path] !== after.errors[path]) paths.add(path).add(path.split('.')[0] ?? '')
  return paths
}

function addLines(paths: Set<string>, field: string, before: Map<string, Line>, after: Map<string, Line>) {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)]
    if (was === is) continue
    paths.add(`${field}.${id}`)
    for (const column of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]))
      if (was?.[column] !== is?.[column]) paths.add(`${field}.${id}.${column}`)
  }
}
