import { onToasts, shownToasts } from './toast.ts'

/** Done when it is shown no more, and what it offers is over: before, its button may have been pressed. */
export const toastOver = (id: number): Promise<void> =>
  new Promise(resolve => {
    const stop = onToasts(() => {
      if (shownToasts().some(toast => toast.id === id)) return
      stop()
      resolve()
    })
  })
