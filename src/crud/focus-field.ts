/**
 * Puts the focus into the control with the first of these ids that is there, or into the first control of a group that has
 * it as its field. False: there is none of them, and nothing beside which something could be said.
 */
export function focusField(...ids: readonly string[]): boolean {
  for (const id of ids) {
    const field = document.querySelector(`[data-field="${CSS.escape(id)}"]`)
    const control = document.getElementById(id) ?? field?.querySelector<HTMLElement>('input, textarea, select, button')
    control?.focus()
    if (field || control) return true
  }
  return false
}
