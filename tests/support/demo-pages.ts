import { readFileSync } from 'node:fs'
import { apiPath } from '#contract/module.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { ownRoutes } from '#src/app/own-routes.ts'
import { pendingRoutes } from '#src/app/pending-routes.ts'
import type { Pages } from '#src/crud/screens.ts'
import { screens } from '#src/modules/index.ts'
import { apiAs } from './api.ts'

const given = JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as { routes: { path: string }[] }
const visitors = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password']

/** Every page behind the sign-in: those of the client that are built, and our own. */
const pagePaths = [...given.routes.map(({ path }) => path), ...Object.keys(ownRoutes)].filter(
  path => !pendingRoutes.includes(path) && !visitors.includes(path) && !path.startsWith('/dev/'),
)

/** Of a draft nothing can be cancelled, and a prospect sells nothing: such a page is of a record that has something to show. */
const standing: Readonly<Record<string, string>> = {
  '/orders/orders-cancel-create/:id': 'confirmed',
  '/dealer/dealer-details/:id': 'active',
}

/** The pages with an address that opens: a record of the sample business where a page needs one. */
export async function demoPages(url: string): Promise<{ path: string; address: string }[]> {
  const admin = await apiAs(url, 'admin', 'caredesk-demo-admin')
  const ids = new Map<string, number | string>(await courierPages(admin))
  for (const one of Object.values<Pages | null>(screens)) {
    for (const [path, { record, idOf }] of Object.entries(one?.routes ?? {})) {
      const of = record ?? idOf ?? one?.module
      if (!path.includes(':id') || !of) continue
      const where = standing[path] ? `&filter[stage]=${standing[path]}` : ''
      const { rows } = await admin.need<{ rows: { id: number }[] }>('GET', `${apiPath(of)}?limit=1${where}`)
      if (rows[0]) ids.set(path, rows[0].id)
    }
  }
  const asked = await papers(admin)
  return pagePaths.map(path => {
    const id = ids.get(path)
    if (path.includes(':id') && id === undefined) throw new Error(`no record of the sample business opens ${path}`)
    const some = asked.get(path)
    return { path, address: path.replace(':id', String(id)) + (some ? `?ids=${some.join(',')}` : '') }
  })
}

/** Papers are of the records that their address names: here of some that have something to print. */
async function papers(admin: Awaited<ReturnType<typeof apiAs>>): Promise<Map<string, number[]>> {
  const stages = { '/dispatch/dispatch-pick-list': 'draft', '/dispatch/dispatch-manifest': 'labelled' }
  const found = new Map<string, number[]>()
  const read = async (path: string, of: string) => {
    const { rows } = await admin.need<{ rows: { id: number }[] }>('GET', of)
    if (rows.length === 0) throw new Error(`the sample business has nothing for ${path}`)
    found.set(
      path,
      rows.map(({ id }) => id),
    )
  }
  for (const [path, stage] of Object.entries(stages)) await read(path, `/dispatch?filter[stage]=${stage}&limit=5`)
  for (const name of ['order-invoice', 'maintenance-invoice']) await read(`/${name}/${name}-print`, `/${name}?limit=2`)
  return found
}

/** What couriers are asked is no record: a code of a place that parcels went to, and a number that one of them has. */
async function courierPages(admin: Awaited<ReturnType<typeof apiAs>>): Promise<[string, string][]> {
  const { rows } = await admin.need<{ rows: Pick<Dispatch, 'awb' | 'pincode'>[] }>('GET', '/dispatch?limit=100')
  const sent = rows.find(({ awb, pincode }) => awb !== null && pincode !== null)
  if (!sent) throw new Error('no parcel of the sample business has left')
  return [
    ['/static/maruti-service-status/:id', sent.pincode!],
    ['/static/maruti-tracking-status/:id', sent.awb!],
  ]
}
