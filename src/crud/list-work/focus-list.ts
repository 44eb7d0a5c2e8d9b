/** Back to the cell, card or day that the Tab key comes to, where what had the focus is gone. */
export const focusList = () =>
  document
    .querySelector<HTMLElement>('#main [role="gridcell"][tabindex="0"], #main [data-card][tabindex="0"]')
    ?.focus({ preventScroll: true })
