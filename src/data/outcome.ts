export type { Outcome } from '#src/offline/outcome.ts'
