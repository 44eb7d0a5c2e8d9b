export const main = () => document.getElementById('main')

/** What the page calls itself. */
export const title = () => main()?.querySelector('h1') ?? null

/** Runs `then` as soon as the page has its title: with its records it may come later than the page. Answers how to stop. */
export function whenTitled(then: (title: HTMLElement) => void): () => void {
  const now = title()
  if (now) {
    then(now)
    return () => {}
  }
  const observer = new MutationObserver(() => {
    const found = title()
    if (!found) return
    observer.disconnect()
    then(found)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
