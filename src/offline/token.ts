import { sessionOfToken } from '#contract/token.ts'
import { pageStorage } from '#src/lib/page-storage.ts'

export const TOKEN_KEY = 'token'

let given: string | null = null

/** For the service worker, which has no localStorage: the token as the device's database mirrors it. */
export function giveToken(token: string | null): void {
  given = token
}

/** Do both open the same session, whichever of them was renewed? */
export const isSameSession = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && sessionOfToken(one) === sessionOfToken(other))

/** The bearer token of this session. */
export const readToken = (): string | null => {
  const storage = pageStorage()
  return storage ? storage.getItem(TOKEN_KEY) : given
}
