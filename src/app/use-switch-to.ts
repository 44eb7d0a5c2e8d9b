import { useState } from 'react'
import { switchUser } from '#src/session/session.ts'
import { useLeaveQuestion, whatIsTyped } from './use-sign-out.ts'

/** Signs out, and leaves the sign-in form with the name of who comes next; without one for somebody who is not known here. */
export function useSwitchTo(): { busy: boolean; switchTo: (next: string) => Promise<void> } {
  const mayLeave = useLeaveQuestion()
  const [busy, setBusy] = useState(false)
  const switchTo = async (next: string) => {
    // What has a draft is not lost, so that nobody is asked about it.
    if (!(await mayLeave(whatIsTyped() === 'unsaved' ? 'unsaved' : null))) return
    setBusy(true)
    await switchUser(next)
  }
  return { busy, switchTo }
}
