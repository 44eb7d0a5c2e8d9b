import type { Routes } from './lib/http.ts'
import { sessionRoutes } from './calls/session.ts'

/** Everything below the API prefix. */
export const routes: Routes = (api, services) => {
  sessionRoutes(api, services)
}
