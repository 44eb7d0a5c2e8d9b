/** What a page of records takes over the slowest of lines, in ms. */
const LONGEST_ANSWER = 5 * 60_000

/**
 * The text of an answer. Throws where it does not end: a connection that was lost in the middle need not say so for hours.
 * `giveUp` has the browser let go of it.
 */
export const textOf = (response: Response, giveUp: () => void): Promise<string> =>
  within(LONGEST_ANSWER, response.text(), giveUp)

/** What the work comes to; where it takes longer than `limit`, in ms, it is given up. */
export function within<T>(limit: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp()
      reject(new Error('The answer stopped in the middle'))
    }, limit)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
