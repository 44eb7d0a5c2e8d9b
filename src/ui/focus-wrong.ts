/** Puts the focus on the first field of the form that has an error, once it is drawn. */
export const focusWrong = (form: HTMLElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus())
