import { Suspense, useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'
import { piece } from '#src/lib/piece.ts'
import type { Question } from './question.ts'

const ConfirmDialog = piece(() => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog))

type Asked = Question & { answer: (yes: boolean) => void }
let asked: Asked | null = null
const { subscribe, tell } = listeners()
const ask = (next: Asked | null) => {
  asked = next
  tell()
}

/** Asks and waits: `if (await confirm({ title, confirmLabel })) …`. Needs one <ConfirmHost /> in the page. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise(resolve => {
    ask({
      ...question,
      answer: yes => {
        resolve(yes)
        ask(null)
      },
    })
  })
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
