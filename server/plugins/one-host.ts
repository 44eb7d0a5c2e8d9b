import { problem } from '#contract/problem.ts'
import type { App } from '#server/lib/http.ts'

/** Node takes the first of two Host headers, a proxy may have taken the second: whoever sends two is up to something. */
export function oneHost(app: App) {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) throw problem('invalid', 'A request names one host.')
  })
}
