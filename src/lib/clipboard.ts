/**
 * Puts a text on the clipboard, also one that is still being put together. False: the browser does not allow it, or has none
 * on an address without a lock.
 */
export const writeClipboard = async (text: string | Promise<string>): Promise<boolean> => {
  try {
    // Some browsers take only what is handed to them in the moment of the press, be it a promise.
    if (typeof text === 'string' || typeof ClipboardItem === 'undefined')
      await navigator.clipboard.writeText(await text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    return false
  }
}
