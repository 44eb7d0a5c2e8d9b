const MOST = 60

/** A code where it is only shown: what is no code at all may be as long as a page. */
export const brief = (code: string): string => (code.length > MOST ? `${code.slice(0, MOST)}…` : code)
