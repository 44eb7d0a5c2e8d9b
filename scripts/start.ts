import { buildIfNeeded } from './app-build.ts'

await buildIfNeeded()
await import('../server/main.ts')
