import type { RefObject } from 'react'

const fields =
  'input:not([type=hidden], [tabindex="-1"], :disabled), textarea:enabled, button[aria-haspopup=listbox]:enabled'

/**
 * Where the focus starts in a dialog with a form: its first field. A combobox is passed over, since it opens when it
 * is reached; then, and where there is no field, the dialog itself has the focus. Made once: `useState(firstField)`.
 */
export function firstField() {
  let body: HTMLElement | null = null
  const field: RefObject<HTMLElement | null> = {
    get current() {
      const first = body?.querySelector<HTMLElement>(fields)
      return first && first.getAttribute('role') !== 'combobox' ? first : null
    },
    set current(_) {},
  }
  const find = (node: HTMLElement | null) => {
    body = node
  }
  return [find, field] as const
}
