import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

/** One planted offence per wall: the file, and what it imports. */
const offences: Record<string, [file: string, imports: string]> = {
  'no-cycles': ['contract/a.ts', '../contract/b.ts'],
  'contract-is-pure': ['contract/impure.ts', '../server/crud/x.ts'],
  'client-and-server-meet-only-in-the-contract': ['src/data/x.ts', '../../server/crud/x.ts'],
  'server-knows-no-client': ['server/lib/x.ts', '../../src/lib/x.ts'],
  'ui-and-lib-know-no-business': ['src/ui/x.ts', '../../contract/plain.ts'],
  'offline-works-without-react': ['src/offline/x.ts', '../data/plain.ts'],
  'shared-parts-know-no-desk': ['src/crud/x.ts', '../modules/people/x.ts'],
  'data-knows-what-comes-before-it': ['src/data/y.ts', '../fields/plain.ts'],
  'attached-knows-what-comes-before-it': ['src/attached/x.ts', '../crud/plain.ts'],
  'fields-knows-what-comes-before-it': ['src/fields/x.ts', '../table/plain.ts'],
  'table-knows-what-comes-before-it': ['src/table/x.ts', '../record/plain.ts'],
  'form-knows-what-comes-before-it': ['src/form/x.ts', '../list/plain.ts'],
  'record-knows-what-comes-before-it': ['src/record/x.ts', '../list/plain.ts'],
  'list-knows-what-comes-before-it': ['src/list/x.ts', '../crud/plain.ts'],
  'acts-know-no-screen': ['src/crud/acts/x.ts', '../list/x.ts'],
  'only-the-shell-knows-pages': ['src/parts/x.ts', '../pages/x.ts'],
  'desks-do-not-know-each-other': ['src/modules/orders/x.ts', '../people/x.ts'],
}
const innocent = [
  'contract/plain.ts',
  'server/crud/x.ts',
  'src/crud/list/x.ts',
  'src/lib/x.ts',
  'src/crud/plain.ts',
  'src/data/plain.ts',
  'src/fields/plain.ts',
  'src/list/plain.ts',
  'src/record/plain.ts',
  'src/table/plain.ts',
  'src/modules/people/x.ts',
  'src/pages/x.ts',
]

const root = mkdtempSync(join(tmpdir(), 'caredesk-walls-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const plant = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('the walls', () => {
  it('are seen by the checker: each planted offence is found', () => {
    for (const file of innocent) plant(file, 'export const x = 1\n')
    for (const [file, imports] of Object.values(offences)) plant(file, `export { x } from '${imports}'\n`)
    plant('contract/b.ts', "export { x } from './a.ts'\n")
    copyFileSync('.dependency-cruiser.cjs', join(root, '.dependency-cruiser.cjs'))
    copyFileSync('tsconfig.json', join(root, 'tsconfig.json'))
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
    const { stdout } = spawnSync(
      process.execPath,
      [
        resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        'contract',
        'server',
        'src',
        '--config',
        '.dependency-cruiser.cjs',
      ],
      { cwd: root, encoding: 'utf8' },
    )
    const found = Object.keys(offences).filter(name => stdout.includes(`${name}: `))
    expect(found, stdout).toEqual(Object.keys(offences))
  })
})
