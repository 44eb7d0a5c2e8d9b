/** Record numbers are unique over all modules, so that a number that is none finds nothing but by chance, and then only waits. */
export function* numbersIn(value: unknown): Iterable<number> {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) yield value
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* numbersIn(part)
}
