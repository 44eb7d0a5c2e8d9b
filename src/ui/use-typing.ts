import { useState } from 'react'

/**
 * The text of a field while it is typed into; null once it is left, or where its value was changed from elsewhere (a
 * draft that came back, a form that was emptied). While somebody types, nothing is regrouped or called wrong.
 */
export function useTyping<V>(value: V) {
  const [typed, setTyped] = useState<{ text: string; value: V } | null>(null)
  const type = (text: string | null, meant: V): V => {
    setTyped(text === null ? null : { text, value: meant })
    return meant
  }
  return [typed && Object.is(typed.value, value) ? typed.text : null, type] as const
}
