import { code128, qrcode } from 'bwip-js/browser'
import { drawing, squareDrawing, squareOptions, type Drawn } from '#contract/drawn-code.ts'

export type { Drawn } from '#contract/drawn-code.ts'

/** Code 128, one module high: how high its bars are is the label's business. Null for what cannot be written in it. */
export function bars(text: string): Drawn | null {
  // Its signs are those of ASCII.
  if (!/^[ -~]+$/.test(text)) return null
  return code128(
    { bcid: 'code128', text, scaleX: 1, scaleY: 1 },
    drawing(width => ({ width, height: 1 })),
  )
}

/** A QR code that is read even where a quarter of it is spoilt. */
export const square = (text: string): Drawn => qrcode(squareOptions(text), squareDrawing())
