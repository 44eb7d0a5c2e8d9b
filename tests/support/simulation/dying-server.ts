import { register } from '#contract/register.ts'
import { buildApp } from '#server/app.ts'
import { openRecords } from '#server/crud/records.ts'
import type { Store } from '#server/crud/store.ts'
import { connect } from '#server/db/connect.ts'
import { readEnv } from '#server/env.ts'
import { behavioursOf } from '#server/modules/index.ts'
import { syncRoutes } from '#server/sync/routes.ts'

// The shipped server over a store that kills the whole process right after a commit, before anybody can answer.
const { DATABASE_URL = '', DIE_AFTER_COMMIT = '0' } = process.env
let commitsLeft = Number(DIE_AFTER_COMMIT)

const database = connect(DATABASE_URL)
const records = openRecords(database)
const store: Store = {
  async transaction(work) {
    const result = await records.transaction(work)
    if (--commitsLeft === 0) process.kill(process.pid, 'SIGKILL')
    return result
  },
}
const writer = { register, behaviourOf: behavioursOf, now: () => new Date() }
const app = await buildApp({
  database,
  register,
  routes: (api, services) => syncRoutes(api, services, { store, writer }, store),
  pressure: false,
  env: readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '0' }),
})
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
