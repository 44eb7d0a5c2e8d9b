/** A code in whole modules: what is black, as a path of an SVG. */
export type Drawn = { path: string; width: number; height: number }

/** Units that the library draws one module of a square code with. */
const PER_MODULE = 2

/** Notes what is drawn instead of drawing it. */
export function drawing(of: (width: number, height: number) => Pick<Drawn, 'width' | 'height'>) {
  let path = ''
  let size = { width: 0, height: 0 }
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width: number, height: number) => void (size = of(width, height)),
    /** A bar, named by where its middle is. */
    line: (x: number, _from: number, _x: number, _to: number, width: number) =>
      void (path += `M${x - Math.ceil(width / 2)} 0h${width}v1h-${width}z`),
    polygon: (points: [number, number][]) =>
      void (path += `M${points.map(point => point.map(at => at / PER_MODULE).join(' ')).join('L')}z`),
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: (): Drawn => ({ path, ...size }),
  }
}

/** How a QR code is made that is read even where a quarter of it is spoilt. */
export const squareOptions = (text: string): { bcid: string; text: string; scale: number } => {
  const level: object = { eclevel: 'Q' }
  return { bcid: 'qrcode', text, scale: 1, ...level }
}
export const squareDrawing = () =>
  drawing((width, height) => ({ width: width / PER_MODULE, height: height / PER_MODULE }))
