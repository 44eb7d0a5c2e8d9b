import { statfs } from 'node:fs/promises'

/** What an ordinary account may still write there. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
