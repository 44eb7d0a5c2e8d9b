import { matchPath } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import type { Handle, Pages } from '#src/crud/screens.ts'
import { routes, screens } from '#src/modules/index.ts'
import type { IconType } from '#src/ui/icon.tsx'

type Owner = { path: string; module: Module; icon: IconType | undefined }

const owners: Owner[] = Object.values<Pages | null>(screens).flatMap(one =>
  one ? Object.keys(one.routes).map(path => ({ path, module: one.module, icon: one.icon })) : [],
)
const handles = routes.map(route => route.handle as Handle)

/** Whose page this address is. */
export const ownerOf = (address: string): Owner | undefined => owners.find(({ path }) => matchPath(path, address))

/** The record that this address is the page of, with what opens it. */
export function recordAt(address: string): (Owner & { id: number; codes: readonly string[] }) | undefined {
  const owner = ownerOf(address)
  const id = Number(owner && matchPath(owner.path, address)?.params.id)
  const codes = handles.find(handle => handle.path === owner?.path)?.codes
  return owner && codes && id > 0 ? { ...owner, id, codes } : undefined
}
