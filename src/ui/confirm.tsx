import { Suspense, useSyncExternalStore } from 'react'
import { piece } from '#src/lib/piece.ts'
import type { Question } from './question.ts'

const ConfirmDialog = piece(() => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog))

type Asked = Question & { answer: (yes: boolean) => void }
let asked: Asked | null = null
const listeners = new Set<() => void>()
const tell = (next: Asked | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and waits: `if (await confirm({ title, confirmLabel })) …`. Needs one <ConfirmHost /> in the page. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise(resolve => {
    tell({
      ...question,
      answer: yes => {
        resolve(yes)
        tell(null)
      },
    })
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => asked)
  return (
    question && (
      <Suspense fallback={null}>
        <ConfirmDialog {...question} onAnswer={question.answer} />
      </Suspense>
    )
  )
}
