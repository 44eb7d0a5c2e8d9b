export const TOKEN_KEY = 'token'

/** The bearer token of this session. A service worker has no localStorage and so no token. */
export const readToken = (): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(TOKEN_KEY)
