/** For what stays whatever happens to the rows: the heading of their table. */
export const afterDeed = { tabIndex: -1, 'data-after-deed': '' } as const

/** The rows, or the buttons, that were at work have left: the keyboard goes on from the heading, not from the top of the page. */
export function focusAfterDeed(): void {
  document.querySelector<HTMLElement>('[data-after-deed]')?.focus()
}
