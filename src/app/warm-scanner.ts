const LINK = 'a[href^="/scanner"]'

/**
 * Fetches the scanner and starts its decoder as soon as somebody points at a link to it: it is ready before the camera is.
 * Answers how to stop that.
 */
export function warmScanner(): () => void {
  const over = new AbortController()
  const near = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest(LINK)) return
    const decoder = import('#src/scan/decode/decoder.ts').then(({ startDecoder }) => startDecoder())
    // Who presses the link is told what does not come.
    void Promise.allSettled([decoder, import('#src/pages/scanner-page.tsx')])
  }
  // A finger presses without pointing first, and a keyboard does neither.
  for (const kind of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(kind, near, { signal: over.signal, passive: true })
  return () => over.abort()
}
