import { pageStorage } from '#src/lib/page-storage.ts'

export const TOKEN_KEY = 'token'

let given: string | null = null

/** For the service worker, which has no localStorage: the token as the device's database mirrors it. */
export function giveToken(token: string | null): void {
  given = token
}

/** The bearer token of this session. */
export const readToken = (): string | null => {
  const storage = pageStorage()
  return storage ? storage.getItem(TOKEN_KEY) : given
}
