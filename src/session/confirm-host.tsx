import { Suspense, useEffect, useState } from 'react'
import { piece } from '#src/lib/piece.ts'
import { setConfirmHost } from './confirm.ts'

const ConfirmPassword = piece(() => import('./confirm-password.tsx').then(({ ConfirmPassword }) => ConfirmPassword))

const giveBack = (opener: Element | null) => {
  if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
}

/** Where the question for the password appears. */
export function ConfirmPasswordHost() {
  const [answer, setAnswer] = useState<((right: boolean) => void) | null>(null)
  useEffect(
    () =>
      setConfirmHost(
        () =>
          new Promise<boolean>(resolve => {
            const opener = document.activeElement
            setAnswer(() => (right: boolean) => {
              setAnswer(null)
              resolve(right)
              // The dialog is fetched when it is first asked for, and so does not know where the focus was before.
              setTimeout(() => giveBack(opener))
            })
          }),
      ),
    [],
  )
  return (
    answer && (
      <Suspense fallback={null}>
        <ConfirmPassword onAnswer={answer} />
      </Suspense>
    )
  )
}
