import { qrcode } from 'bwip-js/node'
import { squareDrawing, squareOptions, type Drawn } from '#contract/drawn-code.ts'

/** The same code as the app prints. */
export const squareCode = (text: string): Drawn => qrcode(squareOptions(text), squareDrawing())
