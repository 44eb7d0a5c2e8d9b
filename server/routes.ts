import { sessionRoutes } from './calls/session.ts'
import { openRecords } from './crud/records.ts'
import type { Writer } from './crud/behaviour.ts'
import type { Routes } from './lib/http.ts'
import { behavioursOf } from './modules/index.ts'
import { syncRoutes } from './sync/routes.ts'

/** Everything below the API prefix. */
export const routes: Routes = (api, services) => {
  const store = openRecords(services.database)
  const writer: Writer = { register: services.register, behaviourOf: behavioursOf, now: () => new Date() }
  sessionRoutes(api, services)
  syncRoutes(api, services, { store, writer })
}
