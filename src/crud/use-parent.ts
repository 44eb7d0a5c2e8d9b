import { useSearchParams } from 'react-router-dom'
import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'

/** The record that a new one begins with, as the address says it: `?customer=5`. Null where it says none. */
export function useParent(module: Module): Values | null {
  const [asked] = useSearchParams()
  for (const [field, id] of asked) {
    const declared = module.fields[field]
    if (declared && metaOf(declared).kind === 'reference' && Number(id) > 0) return { [field]: Number(id) }
  }
  return null
}
