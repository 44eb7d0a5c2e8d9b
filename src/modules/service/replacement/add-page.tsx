import { useSearchParams } from 'react-router-dom'
import { NewForms } from '#src/crud/form-screen.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { Begun } from '#src/crud/begun.tsx'

/** A replacement that begins with a job (`?job=12`) or a device (`?unit=12`), or with the serial number that is scanned. */
export function AddReplacement(props: ScreenProps) {
  const [asked] = useSearchParams()
  const [job, device] = [Number(asked.get('job')), Number(asked.get('unit'))]
  if (job > 0) return <Begun key={job} {...props} from={{ maintenance: job }} />
  if (device > 0) return <Begun key={device} {...props} from={{ oldUnit: device }} />
  return <NewForms {...props} />
}
