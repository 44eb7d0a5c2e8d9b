import type { Colour, Register } from '#contract/module.ts'
import {
  permissionTable,
  usedPermissions,
  type PermissionGroup,
  type PermissionLine,
} from '#contract/permission-table.ts'
import { permissionLetters, permissionNumbers, reportKinds, type PermissionName } from '#contract/permissions.ts'
import { fold } from '#src/lib/match.ts'

/** One number of the matrix. */
export type Line = {
  name: string
  number: number
  /** Its permissions, in the order of the columns. */
  columns: readonly string[]
  colour: Colour | undefined
  /** The module whose row scope and approvals stand with it. */
  module: string | undefined
  erases?: true | undefined
}
export type Group = { name: PermissionGroup | 'reports'; lines: readonly Line[] }
export type Part = 'modules' | 'lists' | 'reports'

export const codeOf = (line: Line, column: string) => `${line.number}-${column}`
export const codesOf = (line: Line) => line.columns.map(column => codeOf(line, column))

const groupOf = (name: PermissionGroup): Group => ({
  name,
  lines: Object.entries<PermissionLine>(permissionTable[name]).map(([key, { letters, colour, module, erases }]) => ({
    name: key,
    number: permissionNumbers[key as PermissionName],
    columns: letters.split(''),
    colour,
    module,
    erases,
  })),
})

const { settings: _, ...business } = permissionTable

/** The matrix in its three parts. Reports have one permission each. */
export const parts: Record<Part, readonly Group[]> = {
  modules: (Object.keys(business) as PermissionGroup[]).map(groupOf),
  lists: [groupOf('settings')],
  reports: [
    {
      name: 'reports',
      lines: reportKinds.map(kind => ({
        name: kind,
        number: permissionNumbers.reports,
        columns: [kind],
        colour: undefined,
        module: undefined,
      })),
    },
  ],
}

/** The columns of a part. All reports stand in one: to see it. */
export const columnsOf = (part: Part): readonly string[] =>
  part === 'reports' ? ['see'] : permissionLetters.filter(letter => part === 'modules' || 'abcd'.includes(letter))

/** The key of what is called so in a column of this line. */
export const columnWords = ({ erases }: Line, column: string): string =>
  `columns.${erases && column === 'e' ? 'erase' : column}`

/** Which of a line's permissions stands in a column. */
export const inColumn = (line: Line, column: string): string | undefined =>
  column === 'see' ? line.columns[0] : line.columns.find(one => one === column)

export const linesOf = (part: Part): readonly Line[] => parts[part].flatMap(group => group.lines)
export const allLines: readonly Line[] = [...linesOf('modules'), ...linesOf('lists'), ...linesOf('reports')]
const used = new Set(usedPermissions)
export const isUsed = (code: string) => used.has(code)

/** What is left of the groups when somebody looks for a line by its name or number; their heads stay. */
export const findLines = (groups: readonly Group[], wanted: string, nameOf: (line: Line) => string): Group[] => {
  const words = fold(wanted).split(/\s+/).filter(Boolean)
  return groups
    .map(group => ({
      ...group,
      lines: group.lines.filter(line => {
        const text = fold(`${nameOf(line)} ${line.number}`)
        return words.every(word => text.includes(word))
      }),
    }))
    .filter(group => group.lines.length > 0)
}

/** The row scopes that a line can have: what its module declares, or all of them while the module is not there. */
export function scopesOf(line: Line, register: Register): readonly ('own' | 'branch' | 'all')[] {
  if (!line.module) return []
  const module = register[line.module]
  if (!module) return ['own', 'branch', 'all']
  const { own, branch } = module.scope ?? {}
  return own || branch ? [...(own ? ['own' as const] : []), ...(branch ? ['branch' as const] : []), 'all'] : []
}

/** Has the line anything that waits for an approval, or that may get stuck on the way from somebody's device? */
export function canApprove(line: Line, register: Register): boolean {
  if (!line.module) return false
  // With it go the modules whose approval is granted as this one's.
  const modules = Object.values(register).filter(({ name, approvedAs = name }) => approvedAs === line.module)
  return (
    !register[line.module] ||
    modules.some(
      ({ offline, moves = {} }) => offline.write || Object.values(moves).some(({ needs }) => needs === 'approve'),
    )
  )
}
