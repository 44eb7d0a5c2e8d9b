import { useSearchParams } from 'react-router-dom'
import { Begun, useParent } from '#src/crud/begun.tsx'
import { Copied, NewForms, RecordForm } from '#src/crud/form-screen.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'

/**
 * A new job: for a device (`?unit=12`) or a customer (`?customer=5`), for one that is none of ours (`?serial=KW-12`), or one that begins as another one was
 * when it came in (`?copy=12`). What was done about that is not done here.
 */
export function AddJob(props: ScreenProps) {
  const [asked] = useSearchParams()
  const from = Number(asked.get('copy') ?? 0)
  const parent = useParent(props.screens.module)
  const serial = asked.get('serial')
  if (from > 0) return <Copied {...props} id={from} said={afresh} />
  if (parent) return <Begun key={JSON.stringify(parent)} {...props} from={parent} />
  return serial ? <RecordForm key={serial} {...props} start={{ serial }} /> : <NewForms {...props} />
}

const afresh = {
  promisedAt: null,
  scheduledAt: null,
  startedAt: null,
  endedAt: null,
  diagnosis: null,
  workDone: null,
  checklist: [],
  parts: [],
  labour: [],
  charges: [],
  checks: [],
  photos: [],
  signature: [],
}
