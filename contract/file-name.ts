import { withoutMarks } from './unseen.ts'

/**
 * A file's name as it reads: without the signs that nobody sees in it and that change what they see of it, as they turn its
 * direction (so that `fdp.exe` reads as `exe.pdf`). The joiners of Indian scripts and of emoji stay.
 */
export const plainName = (name: string): string => withoutMarks(name)
