import { CONTENT } from './pages.ts'
import { beside, MM, space, stack, type Block, type Pen } from './pen.ts'

/** Sizes of what is read and of what stands beside it, in points. */
export const BODY = 9.5
export const SMALL = 8

const half = CONTENT / 2

/** The head of every further page: the house, and what the paper is; with so much room below it, in millimetres. */
export const againBlock = (pen: Pen, house: string, title: string, below: number): Block =>
  stack(
    beside(
      { at: 0, block: pen.text(house, half, { size: BODY, bold: true }) },
      { at: half, block: pen.text(title, half, { size: BODY, toEnd: true }) },
    ),
    space(3 * MM),
    pen.rule(CONTENT),
    space(below * MM),
  )

/** The foot of every page. */
export const footBlock = (pen: Pen, start: string, end: string): Block =>
  stack(
    pen.rule(CONTENT),
    space(2 * MM),
    beside(
      { at: 0, block: pen.text(start, half, { size: SMALL, muted: true }) },
      { at: half, block: pen.text(end, half, { size: SMALL, muted: true, toEnd: true }) },
    ),
  )
