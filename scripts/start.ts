import { buildIfNeeded } from './app-build.ts'

buildIfNeeded()
await import('../server/main.ts')
