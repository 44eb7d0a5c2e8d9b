/** A known weakness of a package: every version from `from` on and below `below` has it. */
export type Advisory = { id: string; package: string; from?: string; below: string; severity: string; title: string }
export type Listed = { dated: string; advisories: Advisory[] }
export type Finding = Pick<Advisory, 'id' | 'package' | 'severity' | 'title'>
type Waiver = { id: string; package: string; until: string }

/** What the registry's audit found; null where it was no answer to that question. */
export function findingsIn(answer: string): Finding[] | null {
  const read = parsed(answer) as { vulnerabilities?: Record<string, { via?: (string | Via)[] }> } | null
  if (!read?.vulnerabilities) return null
  const told = Object.values(read.vulnerabilities).flatMap(({ via = [] }) => via)
  const found = told.flatMap(via => (typeof via === 'string' ? [] : [findingOf(via)]))
  return [...new Map(found.map(one => [`${one.id} ${one.package}`, one])).values()]
}

type Via = { url?: string; source?: number; name: string; severity: string; title: string }
const findingOf = ({ url, source, name, severity, title }: Via): Finding => ({
  id: url?.split('/').at(-1) ?? String(source),
  package: name,
  severity,
  title,
})

/** The same by the list: what of it is installed, at whatever depth. */
export function findingsOf({ advisories }: Listed, lock: string): Finding[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string }> }
  const installed = Object.entries(packages).map(([path, { version }]) => ({
    name: path.split('node_modules/').at(-1)!,
    version,
  }))
  return advisories.filter(({ package: name, from = '0.0.0', below }) =>
    installed.some(
      one => one.name === name && one.version && !isOlder(one.version, from) && isOlder(one.version, below),
    ),
  )
}

/** Is the one release before the other? What stands behind a dash comes before the release itself. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map(version => version.split('-')[0]!.split('.').map(Number))
  const at = [0, 1, 2].find(place => (a![place] ?? 0) !== (b![place] ?? 0))
  if (at === undefined) return one.includes('-') && !other.includes('-')
  return (a![at] ?? 0) < (b![at] ?? 0)
}

/** The waivers of a page: rows of a table that begin with an advisory, its package, and the day until which it is waived. */
export const waiversIn = (page: string): Waiver[] =>
  [...page.matchAll(/^\| (GHSA-[\w-]+) \| (\S+) \| (\d{4}-\d\d-\d\d) \|/gm)].map(([, id, name, until]) => ({
    id: id!,
    package: name!,
    until: until!,
  }))

/** What is left to complain of today. */
export const complaintsOf = (findings: readonly Finding[], waivers: readonly Waiver[], today: string): Finding[] =>
  findings.filter(
    found =>
      !waivers.some(({ id, package: name, until }) => id === found.id && name === found.package && today <= until),
  )

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
