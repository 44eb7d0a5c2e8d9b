import { problem } from '#contract/problem.ts'
import type { App } from '#server/lib/http.ts'

/** Risky routes want a password that was typed a moment ago. Asked after the permission: who may not, need not type it. */
export function confirm(app: App) {
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.confirm && request.confirmedUntil <= Date.now()) throw confirmNeeded()
  })
}

export const confirmNeeded = () => problem('confirm-needed', 'Please confirm with your password that it is you')
