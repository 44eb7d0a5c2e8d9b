/** Any one of a page's permissions opens it; a page that names none is open to everybody who is signed in. */
export const isOpenTo = ({ codes }: { codes: readonly string[] }, permissions: readonly string[]): boolean =>
  codes.length === 0 || codes.some(code => code !== '' && permissions.includes(code))
