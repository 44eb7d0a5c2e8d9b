/** What the server answers itself, or what is a file of its own. */
const others = [/^\/api(\/|$)/, /^\/c\//, /^\/assets\//, /^\/locales\//, /\/[^/]+\.[a-z0-9]+$/i]

/** Is this address one of the app's? Any is that is no other's; what is looked for in it may be written like a file's name. */
export const isAppAddress = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  !others.some(other => other.test(pathname))
