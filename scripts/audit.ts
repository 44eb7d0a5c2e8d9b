import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { complaintsOf, findingsIn, findingsOf, waiversIn, type Listed } from './testing/advisories.ts'

/** How long the registry may take to answer, in ms. */
const PATIENCE = 30_000

// Known weaknesses of what is installed: by the registry where it answers, else by the list that is kept here. What is
// waived stands in docs/security.md, with the day until which it is.
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: PATIENCE })
const asked = findingsIn(stdout ?? '')
const listed = JSON.parse(readFileSync('docs/advisories.json', 'utf8')) as Listed
const findings = asked ?? findingsOf(listed, readFileSync('package-lock.json', 'utf8'))
const source = asked ? 'the registry' : `the list of ${listed.dated}, because the registry does not answer`

const today = new Date().toISOString().slice(0, 10)
const complaints = complaintsOf(findings, waiversIn(readFileSync('docs/security.md', 'utf8')), today)
for (const { id, package: name, severity, title } of complaints) console.log(`✗ ${name}: ${title} (${severity}, ${id})`)
const waived = findings.length - complaints.length
console.log(`${complaints.length === 0 ? '✓' : '✗'} audit by ${source}: ${complaints.length} found, ${waived} waived`)
process.exit(complaints.length === 0 ? 0 : 1)
