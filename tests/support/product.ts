import { existsSync } from 'node:fs'
import { build } from 'vite'
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
  if (!process.env.CAREDESK_KEEP_BUILD || !existsSync('dist/index.html')) await build({ logLevel: 'warn' })
  const product = await startProduct()
  project.provide('productUrl', product.url)
  return () => product.stop()
}
