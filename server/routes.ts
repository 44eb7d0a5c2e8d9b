import { attachedRoutes } from './attached/routes.ts'
import { accountRoutes } from './calls/accounts.ts'
import { searchRoutes } from './calls/search.ts'
import { viewRoutes } from './calls/views.ts'
import type { Writer } from './crud/behaviour.ts'
import { openRecords } from './crud/records.ts'
import { moduleRoutes } from './crud/routes.ts'
import type { Routes } from './lib/http.ts'
import { passwords, type Passwords } from './lib/passwords.ts'
import { listRoutes } from './lists/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { behavioursOf } from './modules/index.ts'
import { ownRoutes } from './modules/routes.ts'
import { syncRoutes } from './sync/routes.ts'
import { workRoutes } from './work/routes.ts'

/** Everything below the API prefix. REST and sync write through the one writer. */
export const routes: Routes = (api, services) => routesWith(passwords())(api, services)

/** The same with somebody else's judge of passwords. */
export const routesWith =
  (judge: Passwords): Routes =>
  (api, services) => {
    const { database, register } = services
    const writer: Writer = { register, behaviourOf: behavioursOf, now: () => new Date() }
    const written = { store: openRecords(database), writer }
    accountRoutes(api, services, written, judge)
    for (const module of Object.values(register)) moduleRoutes(api, services, written, module)
    listRoutes(api, services, written)
    ownRoutes(api, services)
    attachedRoutes(api, services, written)
    syncRoutes(api, services, written)
    liveRoutes(api, services)
    workRoutes(api, services, written)
    viewRoutes(api, services)
    searchRoutes(api, services)
  }
