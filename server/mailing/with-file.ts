import type { PaperFile } from '#server/paper/file-route.ts'
import type { Letter } from '#server/lib/mail-texts.ts'

type Said = {
  /** Whose it is. */
  name: string
  /** What it is, as its heading says: Tax invoice. */
  what: string
  number: string | null
  from: string
  message: string | null
  file: PaperFile
}

/** A mail with a paper as its file, in the words of whoever sends it, or in a few of ours. */
export function mailWithFile({ name, what, number, from, message, file }: Said): { name: string; mail: Letter } {
  const text = message ?? `Hello ${name},\n\nyou find ${what.toLowerCase()} ${number ?? ''} attached.\n\n${from}`
  return {
    name,
    mail: {
      subject: `${what} ${number ?? ''} from ${from}`.replaceAll(/\s+/g, ' '),
      text: `${text.trim()}\n`,
      attachments: [{ filename: file.name, content: file.bytes, contentType: 'application/pdf' }],
    },
  }
}
