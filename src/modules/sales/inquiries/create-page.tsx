import { useSearchParams } from 'react-router-dom'
import { FormScreen, NewForms } from '#src/crud/form-screen.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useActor } from '#src/session/actor.ts'

/** A new inquiry is with whoever takes it, until they say otherwise. */
export function InquiryCreate(props: ScreenProps) {
  const me = useActor().id
  const isCopy = useSearchParams()[0].has('copy')
  return isCopy ? <FormScreen {...props} /> : <NewForms {...props} start={{ assignedTo: me }} />
}
