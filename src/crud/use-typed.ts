import { useState } from 'react'

type State = { text: string; asked: string; sent: readonly string[] }

/**
 * A text that stands in the address and is typed into. The router answers a moment after the key, so what is typed is
 * held here; only when the address says something that did not come from here (a link, Back) is that taken over.
 */
export function useTyped(asked: string): [string, (text: string) => void] {
  const [state, setState] = useState<State>({ text: asked, asked, sent: [] })
  if (asked !== state.asked) {
    const at = state.sent.indexOf(asked)
    setState(at < 0 ? { text: asked, asked, sent: [] } : { ...state, asked, sent: state.sent.slice(at + 1) })
  }
  return [state.text, text => setState(now => ({ ...now, text, sent: [...now.sent, text] }))]
}
