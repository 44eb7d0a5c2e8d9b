import { readFileSync } from 'node:fs'
import { apiPath } from '#contract/module.ts'
import { ownRoutes } from '#src/app/own-routes.ts'
import { pendingRoutes } from '#src/app/pending-routes.ts'
import type { Screens } from '#src/crud/screens.ts'
import { screens } from '#src/modules/index.ts'
import { apiAs } from './api.ts'

const given = JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as { routes: { path: string }[] }
const visitors = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password']

/** Every page behind the sign-in: those of the client that are built, and our own. */
const pagePaths = [...given.routes.map(({ path }) => path), ...Object.keys(ownRoutes)].filter(
  path => !pendingRoutes.includes(path) && !visitors.includes(path) && !path.startsWith('/dev/'),
)

/** The pages with an address that opens: a record of the sample business where a page needs one. */
export async function demoPages(url: string): Promise<{ path: string; address: string }[]> {
  const admin = await apiAs(url, 'admin', 'caredesk-demo-admin')
  const ids = new Map<string, number>()
  for (const one of Object.values<Screens | null>(screens)) {
    if (!one || !Object.keys(one.routes).some(path => path.includes(':id'))) continue
    const { rows } = await admin.need<{ rows: { id: number }[] }>('GET', apiPath(one.module))
    for (const path of Object.keys(one.routes)) if (rows[0]) ids.set(path, rows[0].id)
  }
  return pagePaths.map(path => {
    const id = ids.get(path)
    if (path.includes(':id') && id === undefined) throw new Error(`no record of the sample business opens ${path}`)
    return { path, address: path.replace(':id', String(id)) }
  })
}
