import type { Beyond } from '#contract/grants.ts'
import { recordModuleCodes } from '#contract/module-codes.ts'
import { permissionNumbers } from '#contract/permissions.ts'

const lineNames = new Map<string, string>(
  Object.entries(permissionNumbers).map(([name, number]) => [String(number), name.replaceAll('_', ' ')]),
)
/** Where the name is an abbreviation, or not what the screens say. */
const spelled: Readonly<Record<string, string>> = {
  inf: 'influencers',
  'order cancel': 'order cancellations',
  'order return claims': 'return claims',
  'excel read': 'Excel import',
  'excel export': 'Excel export',
}
const actionNames: Readonly<Record<string, string>> = {
  a: 'list',
  b: 'create',
  c: 'edit',
  d: 'details',
  e: 'dispatch',
  f: 'module-wide',
  r1: 'sales',
  r2: 'service',
  r3: 'returns and claims',
  r4: 'money',
}

/** Rights in words: “Orders, edit”, “Orders, approve”, “Orders, more rows”. */
export const rightsInWords = ({ permissions, approves, scopes }: Beyond): string[] => [
  ...permissions.map(code => {
    const [number = '', action = ''] = code.split('-')
    return `“${lineName(number) ?? number}, ${actionNames[action] ?? action}”`
  }),
  ...approves.map(module => `“${moduleName(module)}, approve”`),
  ...scopes.map(module => `“${moduleName(module)}, more rows”`),
]

const moduleName = (module: string) =>
  lineName(String((recordModuleCodes as Readonly<Record<string, number>>)[module])) ?? module

function lineName(number: string): string | undefined {
  const name = lineNames.get(number)
  if (name === undefined) return undefined
  const said = spelled[name] ?? name
  return said.charAt(0).toUpperCase() + said.slice(1)
}
