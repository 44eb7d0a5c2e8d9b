import type { ReactNode } from 'react'
import { useData } from '#src/data/data.ts'
import type { Values } from '#src/form/check.ts'
import { filledFrom } from './fills/fill-in.ts'
import { NewForm, useStart } from './form-screen.tsx'
import { NoRecord } from './no-record.tsx'
import type { ScreenProps } from './screens.ts'

type Props = ScreenProps & { from: Values; after?: string; about?: ReactNode }

/** A new record with all that follows from where it comes from: of a device also whose it is. */
export function Begun({ from, ...props }: Props) {
  const data = useData()
  const { module } = props.screens
  const { start, failed } = useStart(true, async () => filledFrom(data, module, await filledFrom(data, module, from)))
  return start ? (
    <NewForm {...props} start={start} />
  ) : (
    <NoRecord screens={props.screens} loading={!failed} error={failed} />
  )
}
