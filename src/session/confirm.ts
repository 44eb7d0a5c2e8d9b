/** Shows the question for the password; answers whether it was right in the end. */
type Host = () => Promise<boolean>

let host: Host | null = null
let asking: Promise<boolean> | null = null

/** For the one host in the page of a signed-in person. Answers how to take it away. */
export function setConfirmHost(next: Host): () => void {
  host = next
  return () => {
    if (host === next) host = null
  }
}

/**
 * Does work that may be refused for want of a password that was typed a moment ago: asks for it and does the work once
 * more. Who cancels gets the refusal. Several refusals at once ask once.
 */
export async function withConfirmed<T>(work: () => Promise<T>, isRefused: (result: T) => boolean): Promise<T> {
  const result = await work()
  if (!isRefused(result) || !host) return result
  asking ??= host().finally(() => {
    asking = null
  })
  return (await asking) ? work() : result
}
