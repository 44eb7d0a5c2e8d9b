import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import type { Values } from '#src/form/check.ts'
import { filledFrom } from './fills/fill-in.ts'
import { RecordForm, useStart } from './form-screen.tsx'
import { NoRecord } from './no-record.tsx'
import type { ScreenProps } from './screens.ts'

type Props = ScreenProps & { from: Values; after?: string; about?: ReactNode }

/** A new record with all that follows from where it comes from: of a device also whose it is. */
export function Begun({ from, ...props }: Props) {
  const data = useData()
  const { module } = props.screens
  const { start, failed } = useStart(true, async () => filledFrom(data, module, await filledFrom(data, module, from)))
  return start ? (
    <RecordForm {...props} start={start} />
  ) : (
    <NoRecord screens={props.screens} loading={!failed} error={failed} />
  )
}

/** The record that a new one begins with, as the address says it: `?customer=5`. Null where it says none. */
export function useParent(module: Module): Values | null {
  const [asked] = useSearchParams()
  for (const [field, id] of asked) {
    const declared = module.fields[field]
    if (declared && metaOf(declared).kind === 'reference' && Number(id) > 0) return { [field]: Number(id) }
  }
  return null
}
