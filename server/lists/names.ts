/** A label as people compare it: case, accents and spaces do not count. */
export const folded = (label: string) =>
  label
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The code that a label makes: readable, stable, the letters of any script. */
export const codeOf = (label: string) =>
  folded(label)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '') || 'item'

/** The code, or the first one numbered from it, that is not taken. */
export async function freeCode(label: string, isTaken: (code: string) => boolean | Promise<boolean>): Promise<string> {
  const code = codeOf(label)
  if (!(await isTaken(code))) return code
  for (let n = 2; ; n++) if (!(await isTaken(`${code}-${n}`))) return `${code}-${n}`
}
