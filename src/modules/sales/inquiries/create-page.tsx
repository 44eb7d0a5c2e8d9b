import { useSearchParams } from 'react-router-dom'
import { Begun, useParent } from '#src/crud/begun.tsx'
import { Copied, NewForms } from '#src/crud/form-screen.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useActor } from '#src/session/actor.ts'

/** What came of the first one is not the copy's. */
const said = { contactLog: [], nextContactAt: null, deadReason: null }

/** A new inquiry is with whoever takes it, until they say otherwise. Of one that begins as another nobody has been contacted. */
export function InquiryCreate(props: ScreenProps) {
  const me = useActor().id
  const parent = useParent(props.screens.module)
  const from = Number(useSearchParams()[0].get('copy') ?? 0)
  if (from > 0) return <Copied {...props} id={from} said={said} />
  if (parent) return <Begun {...props} from={{ assignedTo: me, ...parent }} />
  return <NewForms {...props} start={{ assignedTo: me }} />
}
