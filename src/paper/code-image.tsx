import type { Drawn } from './codes.ts'

type Props = {
  of: Drawn
  /** How wide one module is, in mm. */
  module: number
  /** How high bars are, in mm; a square code is as high as it is wide. */
  height?: number
  label: string
}

/** A code in whole modules, never stretched by what is around it. */
export function CodeImage({ of, module, height, label }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${of.width} ${of.height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="block shrink-0"
      style={{ width: `${of.width * module}mm`, height: `${height ?? of.height * module}mm` }}
    >
      <path d={of.path} fill="currentColor" fillRule="evenodd" />
    </svg>
  )
}
