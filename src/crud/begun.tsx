import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useData } from '#src/data/data.ts'
import { failureOf } from '#src/data/words.ts'
import type { Values } from '#src/form/check.ts'
import { filledFrom } from './fills/fill-in.ts'
import { NewForm } from './form-screen.tsx'
import { NoRecord } from './no-record.tsx'
import type { ScreenProps } from './screens.ts'

type Props = ScreenProps & { from: Values; after?: string; about?: ReactNode }

/** A new record with all that follows from where it comes from: of a device also whose it is. */
export function Begun({ from, ...props }: Props) {
  const data = useData()
  const { module } = props.screens
  const [start, setStart] = useState<Values | null>(null)
  const [failed, setFailed] = useState<{ message: string } | null>(null)
  const begin = useEffectEvent(async () => filledFrom(data, module, await filledFrom(data, module, from)))
  // As it was when the form opened: what is typed from then on is the record.
  useEffect(() => {
    begin().then(setStart, (error: unknown) => setFailed(failureOf(error)))
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  return start ? (
    <NewForm {...props} start={start} />
  ) : (
    <NoRecord screens={props.screens} loading={!failed} error={failed} />
  )
}
