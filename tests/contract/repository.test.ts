import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Manifest = { scripts: Record<string, string> } & Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }>
}
const readme = readFileSync('README.md', 'utf8')

describe('what an installation gets', () => {
  it('is pinned to exact versions', () => {
    const wanted = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  it('comes from whatever registry is configured: the lockfile names no address', () => {
    const packages = Object.entries(lock.packages)
    expect(packages.length).toBeGreaterThan(300)
    expect(packages.filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
  })

  it('is locked for every platform, so that a registry without the other ones’ packages will do', () => {
    const wanted = Object.values(lock.packages).flatMap(entry => Object.keys(entry.optionalDependencies ?? {}))
    expect(wanted.length).toBeGreaterThan(50)
    expect(wanted.filter(name => lock.packages[`node_modules/${name}`]?.version === undefined)).toEqual([])
  })

  it('needs no install script', () => {
    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true')
  })
})

describe('the README', () => {
  const commands = [
    ...readme.matchAll(/`npm (?:run )?(start|test:\w+|test|demo|dev|check|bench|soak|screens|migration|db)\b/g),
  ]

  it('names only commands that exist, and all of them', () => {
    const named = new Set(commands.map(([, name]) => name))
    const build = 'build' // vite's own, used by npm start
    expect(named).toEqual(new Set(Object.keys(manifest.scripts).filter(name => name !== build)))
  })

  it('lists every variable of the environment that the server reads', () => {
    const source = readFileSync('server/env.ts', 'utf8')
    const read = [...source.matchAll(/^\s+([A-Z][A-Z_]{3,}):/gm)].map(([, name]) => name as string)
    expect(read.length).toBeGreaterThan(5)
    expect(read.filter(name => name !== 'NODE_ENV' && !readme.includes(`\`${name}\``))).toEqual([])
  })
})
