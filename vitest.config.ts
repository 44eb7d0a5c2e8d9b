import { readdirSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { seedOfCode } from './tests/support/seed-of-code.ts'

/** What was found stands in the message in full, where a log is all that one has. */
const chaiConfig = { truncateThreshold: 2_000 }

/** A bound for what hangs, not for a machine with much else to do. In ms. */
const bounds = { testTimeout: 120_000, hookTimeout: 120_000 }

/** Files whose name has `.deep` before `.test` are the deep tier. TIER says which one runs; both, where it is not set. */
const tests = (...globs: string[]) => {
  const deep = globs.map(glob => glob.replace('.test.', '.deep.test.'))
  if (process.env.TIER === 'fast') return { include: globs, exclude: ['**/*.deep.test.*'] }
  return { include: process.env.TIER === 'deep' ? deep : globs, exclude: [] as string[] }
}

/** Of these files the ones of the tier that runs. */
const inTier = (files: string[]) => {
  const { TIER } = process.env
  return files.filter(file => !TIER || file.includes('.deep.') === (TIER === 'deep'))
}

const named = (...names: string[]) => names.map(name => `tests/server/${name}{,.deep}.test.ts`)
/**
 * Tests of the server that have devices with a browser's kind of database beside it, which these look for when they are loaded;
 * and one that puts something else in the place of the disk.
 */
const withDevices = named('full-disk', 'golden-queues', 'outbox-model', 'sync-drift', 'words-of-before')
/** Those to whom it is all the same whose PostgreSQL the others run on: one starts its own, one has a server in memory. */
const apart = named('simulation', 'supervisor')

const onServer = {
  chaiConfig,
  environment: 'node' as const,
  globalSetup: ['tests/support/cluster.ts'],
  setupFiles: ['tests/support/server-setup.ts'],
  env: { SEED: process.env.SEED ?? String(seedOfCode()) },
  ...bounds,
  expect: { poll: { timeout: 30_000 } },
  // Much of it waits: for clients that are slow on purpose, for servers that stop and start.
  maxWorkers: 3,
  // Projects with another number of workers run one after the other.
  sequence: { groupOrder: 1 },
}

/** Parts of a page that know no session, no device and no data. Their modules keep nothing that another test could find. */
const parts = ['ui', 'fields', 'lib'].map(folder => `src/${folder}/**/*.test.tsx`)
const withDocument = {
  chaiConfig,
  ...bounds,
  environment: 'jsdom' as const,
  setupFiles: ['tests/support/app-setup.ts'],
  maxWorkers: 3,
}
/** As the app is built: the React Compiler keeps what did not change. */
const compiled = [react({ compiler: true, exclude: [/\/node_modules\//, /\.test\./, /\/tests\//] })]
const app = tests('src/**/*.test.tsx')
const ofLogic = {
  chaiConfig,
  ...bounds,
  environment: 'node' as const,
  setupFiles: ['tests/support/logic-setup.ts'],
  maxWorkers: 3,
}
const logic = tests('src/**/*.test.ts', 'sw/**/*.test.ts')
/** What is drawn at a key is counted. */
const counted = 'src/form/drawn-fields.test.tsx'

/** Files of tests of the app's own code in whose text this stands. */
const filesWith = (ending: string, words: RegExp) =>
  ['src', 'sw'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name}`)
      .filter(name => name.endsWith(ending) && name !== counted && words.test(readFileSync(name, 'utf8'))),
  )
/**
 * A process of its own, its libraries and perhaps a document cost a second for each file. Files of the app's own code share them, but
 * for those that put something else in the place of a module, or begin the library of texts: what was loaded knows it for good.
 */
const alone = /\bvi\.(mock|doMock)\(|\bfrom '\.\/i18n\.ts'/
const appAlone = filesWith('.test.tsx', alone)
const logicAlone = filesWith('.test.ts', alone)
/** Where logic needs a document, the file's first line asks for it, or it fails. It has that of the components. */
const withPage = filesWith('.test.ts', /^\/\/ @vitest-environment jsdom/).filter(name => !logicAlone.includes(name))
const shared = { isolate: false, server: { deps: { inline: ['dexie'] } } }

const server = tests('server/**/*.test.ts', 'tests/server/**/*.test.ts')

/** What is declared, the server on a real database, the app's own code with and without a document, whole stories in a browser. */
export default defineConfig({
  test: {
    reporters: process.env.CI ? ['default'] : ['dot'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'contract',
          chaiConfig,
          ...bounds,
          environment: 'node',
          maxWorkers: 3,
          ...tests('contract/**/*.test.ts', 'tests/contract/**/*.test.ts'),
          // What is declared keeps nothing: it is read once by each worker.
          isolate: false,
        },
      },
      {
        test: {
          ...onServer,
          name: 'server',
          include: server.include,
          exclude: [...server.exclude, ...withDevices, ...apart],
          // The server is loaded once by each worker, and not for each of seventy files.
          isolate: false,
        },
      },
      { test: { ...onServer, name: 'devices', ...tests(...withDevices) } },
      { test: { ...onServer, name: 'apart', ...tests(...apart), isolate: false } },
      // A document and the app around it cost two seconds for each file. Where nothing can be found of the file before, one will do.
      {
        plugins: compiled,
        test: {
          ...withDocument,
          name: 'parts',
          include: tests(...parts).include,
          exclude: [...app.exclude, ...appAlone],
          isolate: false,
        },
      },
      {
        plugins: compiled,
        test: {
          ...withDocument,
          ...shared,
          name: 'app',
          include: [...app.include, ...inTier(withPage)],
          exclude: [...app.exclude, ...parts, counted, ...appAlone],
          setupFiles: ['tests/support/afresh.ts', 'tests/support/app-setup.ts'],
        },
      },
      { plugins: compiled, test: { ...withDocument, name: 'app-alone', include: inTier(appAlone) } },
      { plugins: compiled, test: { ...withDocument, name: 'counted', ...tests(counted) } },
      {
        test: {
          ...ofLogic,
          ...shared,
          name: 'logic',
          include: logic.include,
          exclude: [...logic.exclude, ...withPage, ...logicAlone],
          setupFiles: ['tests/support/afresh.ts', 'tests/support/logic-setup.ts'],
        },
      },
      { test: { ...ofLogic, name: 'logic-alone', include: inTier(logicAlone) } },
      {
        test: {
          name: 'journeys',
          chaiConfig,
          environment: 'node',
          ...tests('tests/journeys/**/*.test.ts', 'tests/screens/**/*.test.ts'),
          globalSetup: ['tests/support/product.ts'],
          setupFiles: ['tests/support/journeys-setup.ts'],
          // Its own second is less than a page takes to open on a machine with much else to do.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
