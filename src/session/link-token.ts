let taken: string | null = null

/**
 * The secret of a link to choose a password. It comes behind the `#`, which is sent to nobody, and leaves the address at
 * once, so that neither the history of a shared browser nor a picture of the screen has it. Null where there is none.
 */
export function takeLinkToken(): string | null {
  if (!/^\/reset-password\/*$/i.test(location.pathname)) return taken
  const [, found] = /^#(?:token=)?([\w-]{20,100})$/.exec(location.hash) ?? []
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  if (found) taken = found
  return taken
}
