import { useSearchParams } from 'react-router-dom'
import { Begun, useParent } from '#src/crud/begun.tsx'
import { Copied, NewForms } from '#src/crud/form-screen.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { today } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'

/** A new order is of today and with whoever takes it, until they say otherwise. One that begins as another is promised anew; `?customer=5` begins with them. */
export function OrderCreate(props: ScreenProps) {
  const me = useActor().id
  const parent = useParent(props.screens.module)
  const from = Number(useSearchParams()[0].get('copy') ?? 0)
  const start = { assignedTo: me, orderDate: today() }
  if (from > 0) return <Copied {...props} id={from} said={{ ...start, promisedDate: null, inquiry: null }} />
  if (parent) return <Begun {...props} from={{ ...start, ...parent }} />
  return <NewForms {...props} start={start} />
}
