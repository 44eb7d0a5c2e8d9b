import type { KeyboardEvent } from 'react'

/** Ctrl+Enter, or Cmd+Enter; not while an input method is at work. */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return false
  event.preventDefault()
  // The page's own Ctrl+Enter saves a form.
  event.stopPropagation()
  return true
}
