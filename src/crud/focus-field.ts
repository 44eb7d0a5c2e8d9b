/** Puts the focus into the control with this id, or into the first control of a group that has it as its field. */
export function focusField(id: string): void {
  const field = document.querySelector(`[data-field="${CSS.escape(id)}"]`)
  const control = document.getElementById(id) ?? field?.querySelector<HTMLElement>('input, textarea, select, button')
  control?.focus()
}
