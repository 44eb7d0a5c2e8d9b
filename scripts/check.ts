import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What a change must pass before any test runs: types, lint, format, walls, unused code. The longest comes first. */
type Check = {
  name: string
  command: string
  env?: Record<string, string>
  judge?: (output: string) => string | null
}

/** A wall checker that sees nothing is green; so it must have seen at least this many modules. */
const FEWEST_MODULES = 100

/** What a file was found to be is kept by its content, so that only what changed is looked at again. */
const cache = (name: string) => `node_modules/.cache/check/${name}`

const checks: Check[] = [
  {
    // The linter reads the types with TypeScript 7's own compiler, and tells its errors in the same pass.
    name: 'types and lint',
    command: 'oxlint --type-aware --type-check --deny-warnings',
    // It ends before its memory is worth collecting.
    env: { GOGC: '400' },
  },
  {
    name: 'format',
    command: 'oxfmt --check .',
  },
  {
    name: 'walls',
    command: `depcruise contract server src sw --config .dependency-cruiser.cjs --cache-strategy content --cache ${cache('walls')}`,
    judge: output => {
      const seen = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
      return seen >= FEWEST_MODULES ? null : `saw ${seen} modules, expected at least ${FEWEST_MODULES}`
    },
  },
  { name: 'unused code', command: `knip --cache --cache-location ${cache('unused')}` },
]

const run = (check: Check) =>
  new Promise<string | null>(resolve => {
    const [program = '', ...args] = check.command.split(' ')
    const env = { ...process.env, ...check.env }
    const child = spawn(`node_modules/.bin/${program}`, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    child.on('close', code => {
      const complaint = code === 0 ? (check.judge?.(output) ?? null) : `ended with ${code}`
      resolve(complaint === null ? null : `${complaint}\n${output.trim()}`)
    })
  })

let failed = 0
async function judge(check: Check) {
  const started = Date.now()
  const complaint = await run(check)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (complaint === null) return console.log(`✓ ${check.name} (${seconds} s)`)
  failed += 1
  console.log(`✗ ${check.name} (${seconds} s): ${complaint}`)
}

// As many at once as there are processors: but for types and lint, each of them uses one.
const left = [...checks]
const lane = async () => {
  for (let check = left.shift(); check; check = left.shift()) await judge(check)
}
await Promise.all(Array.from({ length: availableParallelism() }, lane))
process.exit(failed === 0 ? 0 : 1)
