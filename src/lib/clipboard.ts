/** Puts a text on the clipboard. False: the browser does not allow it, or has none on an address without a lock. */
export const writeClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
