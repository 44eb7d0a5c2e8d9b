import { useState } from 'react'
import { failureOf } from './words.ts'

/** Does it, and answers why it was not done: in its own words, or in ours where it throws, as on a device without room. */
export async function whyNot(deed: () => Promise<string | null>): Promise<string | null> {
  try {
    return await deed()
  } catch (error) {
    return failureOf(error)!.message
  }
}

/** A deed behind a button: `busy` while it is done, and why it was not. */
export function useDeed() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  /** Answers whether it was done. The deed itself answers why not, or null. */
  const run = async (deed: () => Promise<string | null>): Promise<boolean> => {
    setBusy(true)
    setRefused('')
    const why = await whyNot(deed)
    setRefused(why ?? '')
    setBusy(false)
    return why === null
  }
  return { busy, refused, run }
}
