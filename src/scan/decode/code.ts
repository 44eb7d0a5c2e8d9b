/**
 * What a code says, as it stands in it: separators and control signs are still there. `mark` is what a gun would put before a
 * code of GS1 (`]C1`): nothing in its text says that it is one.
 */
export type Code = { text: string; format: string; mark?: string }

/** The code as a gun would send it. */
export const asSent = ({ text, mark = '' }: Code): string => mark + text

/** The raw picture, four bytes for each dot. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/** A picture whose longer side has so many dots. */
export type Sized = (longest: number) => Pixels

/** One way of reading codes. What is nearest to the middle of the picture comes first. */
export type Reader = {
  /** One picture of many: quick, because the next one comes at once. */
  frame: (pixels: Pixels) => Promise<Code[]>
  /** The only picture that there is, at whatever size it is asked for: as thorough as it can be. */
  photo: (at: Sized) => Promise<Code[]>
}

/** What the page asks of the worker, and what it is told. */
export type Ask = { id: number } & ({ frame: VideoFrame | ImageBitmap } | { photo: Blob })
export type Told = { id: number } & ({ codes: Code[] } | { failed: string })

type Point = { x: number; y: number }

/** The nearest to the middle first: it is what somebody points at. */
export function nearestFirst<T extends { at: Point }>(found: readonly T[], { width, height }: Pixels): T[] {
  const distance = ({ at }: T) => Math.hypot(at.x - width / 2, at.y - height / 2)
  return found.toSorted((one, other) => distance(one) - distance(other))
}

/** Each text once. */
export const each = (codes: readonly Code[]): Code[] => [...new Map(codes.map(code => [code.text, code])).values()]
