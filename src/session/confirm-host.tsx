import { Suspense, useEffect, useState } from 'react'
import { piece } from '#src/lib/piece.ts'
import { setConfirmHost } from './confirm.ts'

const ConfirmPassword = piece(() => import('./confirm-password.tsx').then(({ ConfirmPassword }) => ConfirmPassword))

/** Where the question for the password appears. */
export function ConfirmPasswordHost() {
  const [answer, setAnswer] = useState<((right: boolean) => void) | null>(null)
  useEffect(
    () =>
      setConfirmHost(
        () =>
          new Promise<boolean>(resolve => {
            setAnswer(() => (right: boolean) => {
              setAnswer(null)
              resolve(right)
            })
          }),
      ),
    [],
  )
  // The dialog is fetched when it is first asked for, and so does not always know where the focus was before.
  useEffect(() => {
    if (!answer) return
    const opener = document.activeElement
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      })
    }
  }, [answer])
  return (
    answer && (
      <Suspense fallback={null}>
        <ConfirmPassword onAnswer={answer} />
      </Suspense>
    )
  )
}
