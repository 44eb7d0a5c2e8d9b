import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startProduct } from './process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product under test answers. */
    productUrl: string
  }
}

/** Builds the app once and serves it from a real server with an embedded database of its own. */
export default async function setup(project: TestProject) {
  if (!process.env.CAREDESK_KEEP_BUILD || !existsSync('dist/index.html')) buildApp()
  const product = await startProduct()
  project.provide('productUrl', product.url)
  return () => product.stop()
}

/** As a process of its own: the test runner's NODE_ENV would make it a development build. */
function buildApp() {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stderr } = spawnSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn'], { env })
  if (status !== 0) throw new Error(`the app does not build:\n${stderr.toString()}`)
}
