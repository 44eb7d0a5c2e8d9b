import { holdOpen } from './dirty.ts'

/** Works in this page, and nothing ends that in the middle without a word: no update, and no sign-out. */
export async function heldOpen<T>(work: () => Promise<T>): Promise<T> {
  const letGo = holdOpen('page')
  try {
    return await work()
  } finally {
    letGo()
  }
}
