/** Null where this browser draws nothing. */
export type Drawn = Promise<File | null>

/** As dark as what is printed, whatever the theme. */
export const INK = '#111827'
const PAPER = '#ffffff'
const FILE = 'signature.png'
/** A name that is typed is written on a sheet of this size. */
const SHEET = { width: 480, height: 160, margin: 24 }

function sheetOf(width: number, height: number) {
  const sheet = Object.assign(document.createElement('canvas'), { width, height })
  const pen = sheet.getContext('2d')
  if (!pen) return null
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, width, height)
  return { sheet, pen }
}

const fileOf = (sheet: HTMLCanvasElement): Drawn =>
  new Promise(resolve =>
    sheet.toBlob(bytes => resolve(bytes && new File([bytes], FILE, { type: bytes.type })), 'image/png'),
  )

/** What was drawn, on white and no larger than it was seen. */
export async function pictureOf(drawn: HTMLCanvasElement): Drawn {
  const made = sheetOf(drawn.offsetWidth, drawn.offsetHeight)
  if (!made) return null
  made.pen.drawImage(drawn, 0, 0, made.sheet.width, made.sheet.height)
  return fileOf(made.sheet)
}

/** A name as somebody would write it. */
export async function pictureOfName(name: string): Drawn {
  const made = sheetOf(SHEET.width, SHEET.height)
  if (!made) return null
  const { pen, sheet } = made
  pen.fillStyle = INK
  pen.font = 'italic 48px Georgia, "Times New Roman", serif'
  pen.textBaseline = 'middle'
  pen.textAlign = 'center'
  pen.fillText(name, SHEET.width / 2, SHEET.height / 2, SHEET.width - 2 * SHEET.margin)
  return fileOf(sheet)
}
