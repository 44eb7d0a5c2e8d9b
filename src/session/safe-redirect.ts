export const SIGN_IN = '/sign-in'

/** The pages for people who are not signed in; nobody is sent back to one of them. */
export const publicPaths = [SIGN_IN, '/sign-up', '/sign-out', '/forgot-password', '/reset-password']

export const HOME = '/home'

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const hostile = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]/

/** Where a `redirectUrl` may lead: a path of this app and nowhere else. Anything doubtful is home. */
export function safeRedirect(wanted: string | null | undefined, origin = location.origin): string {
  if (typeof wanted !== 'string' || wanted.length > 2048 || hostile.test(wanted)) return HOME
  if (!wanted.startsWith('/') || wanted.startsWith('//')) return HOME
  if (!URL.canParse(wanted, origin)) return HOME
  const url = new URL(wanted, origin)
  // `/.//evil.example` starts well and resolves to `//evil.example`.
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/') return HOME
  const path = url.pathname.toLowerCase().replace(/\/+$/, '')
  const forbidden = [...publicPaths, '/api', '/assets']
  if (forbidden.some(known => path === known || path.startsWith(`${known}/`))) return HOME
  return url.pathname + url.search + url.hash
}

/** The sign-in address that remembers where somebody wanted to go. */
export function signInAddress(wanted: string): string {
  const target = safeRedirect(wanted)
  return target === HOME && !wanted.startsWith(HOME) ? SIGN_IN : `${SIGN_IN}?redirectUrl=${encodeURIComponent(target)}`
}
