import { apiPath, type Module } from '#contract/module.ts'
import { pages } from '#src/app/pages.tsx'
import { screens } from '#src/modules/index.ts'
import type { Screens } from '#src/crud/screens.ts'
import { apiAs } from './api.ts'

/** Every page behind the sign-in with an address that opens: a record of the sample business where it needs one. */
export async function demoPages(url: string): Promise<{ path: string; address: string }[]> {
  const admin = await apiAs(url, 'admin', 'caredesk-demo-admin')
  const ids = new Map<string, number>()
  for (const one of Object.values<Screens | null>(screens)) {
    if (!one || !Object.keys(one.routes).some(path => path.includes(':id'))) continue
    const { rows } = await admin.need<{ rows: { id: number }[] }>('GET', apiPath(one.module as Module))
    for (const path of Object.keys(one.routes)) if (rows[0]) ids.set(path, rows[0].id)
  }
  return pages.map(({ handle: { path } }) => {
    const id = ids.get(path)
    if (path.includes(':id') && id === undefined) throw new Error(`no record of the sample business opens ${path}`)
    return { path, address: path.replace(':id', String(id)) }
  })
}
