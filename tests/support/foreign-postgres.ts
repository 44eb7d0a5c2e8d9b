import { existsSync } from 'node:fs'
import { startServer } from './postgres.ts'

export const foreignBinDir = '/usr/lib/postgresql/15/bin'

/** Debian's PostgreSQL 15 is the oldest that we promise to run on. Where it is not installed, its tests are not run. */
export const hasForeignPostgres = existsSync(`${foreignBinDir}/postgres`)

export const startForeignPostgres = () => startServer({ binDir: foreignBinDir })
