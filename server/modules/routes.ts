import type { App, Services } from '#server/lib/http.ts'
import { duplicateRoutes } from './people/duplicates.ts'
import { timelineRoutes } from './people/timeline.ts'
import { unitTimelineRoutes } from './stock/timeline.ts'

/** What modules answer beyond what every module does. */
export function ownRoutes(api: App, services: Services) {
  duplicateRoutes(api, services)
  timelineRoutes(api, services)
  unitTimelineRoutes(api, services)
}
