import { attachedRoutes } from './attached/routes.ts'
import { accountRoutes } from './calls/accounts.ts'
import { scanRoutes } from './calls/scan.ts'
import { searchRoutes } from './calls/search.ts'
import { viewRoutes } from './calls/views.ts'
import { courierRoutes } from './couriers/routes.ts'
import { customerLinkRoutes, customerPages } from './customer-link/routes.ts'
import type { Writer } from './crud/behaviour.ts'
import { serverIds } from './crud/ids.ts'
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
    // What is pushed has connections of its own, and its numbers from the same block.
    const ids = serverIds(database.kept.push.pool)
    const written = { store: openRecords(database, ids), writer }
    accountRoutes(api, services, written, judge)
    for (const module of Object.values(register)) moduleRoutes(api, services, written, module)
    listRoutes(api, services, written)
    ownRoutes(api, services, written)
    courierRoutes(api, services, written)
    customerLinkRoutes(api, services, written)
    attachedRoutes(api, services, written)
    syncRoutes(api, services, written, openRecords(database.kept.push, ids))
    liveRoutes(api, services)
    workRoutes(api, services, written)
    viewRoutes(api, services)
    searchRoutes(api, services)
    scanRoutes(api, services)
    return app => customerPages(app, services, written)
  }
