import type { FormEvent } from 'react'

/** A form inside another part's page keeps its events to itself: React hands them on to a form around it. */
export const submitting = (onSubmit: () => void) => (event: FormEvent) => {
  event.preventDefault()
  event.stopPropagation()
  onSubmit()
}
