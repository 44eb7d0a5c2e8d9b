import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { afterBuild } from './vite.after-build.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const lock = join(root, 'package-lock.json')
const itself = fileURLToPath(import.meta.url)

/**
 * Writes what the app and its server are made of, in CycloneDX, beside the folder of what was built: it is for whoever runs
 * them, and served to nobody. As long as no package changes, nor how it is written, it stays.
 */
export const billOfMaterials = (): Plugin =>
  afterBuild('bill-of-materials', async folder => {
    const file = `${folder}.cdx.json`
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if ([lock, itself].some(one => written < statSync(one).mtimeMs)) writeFileSync(file, billOf())
  })

type Part = { 'bom-ref': string; properties?: { name: string; value: string }[] }
type Bill = {
  metadata: { component: { name: string } }
  components: Part[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
const isForDevelopment = ({ properties = [] }: Part) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

/**
 * By npm, from the lock file alone; what is only tested with is left out. Not by npm's own `--omit=dev`: that leaves out what a
 * development package needs as well, as react-dom.
 */
export function billOf(): string {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  // A build is made for production, and there npm leaves out by itself what a development package needs as well.
  const env = { ...process.env, NODE_ENV: 'development' }
  const { stdout, stderr, status } = spawnSync('npm', args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
  if (status !== 0) throw new Error(`npm cannot say what this is made of: ${stderr}`)
  const bill = JSON.parse(stdout) as Bill
  // npm calls it by the folder that it lies in.
  bill.metadata.component.name = name
  const left = new Set(bill.components.filter(isForDevelopment).map(part => part['bom-ref']))
  bill.components = bill.components.filter(part => !left.has(part['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(one => !left.has(one)) }))
  return JSON.stringify(bill, null, 2)
}
