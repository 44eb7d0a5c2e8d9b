/** Where somebody was on a page: how far down, and on what. Kept for the way back, by history entry, while the app is open. */
type Place = { y: number; focus: string | null }

const places = new Map<string, Place>()
const most = 50

export const placeOf = (key: string): Place | undefined => places.get(key)

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`

/** How to find this element again when the page is drawn anew: by a name that the page gave it, or by where it leads. */
function markOf(element: Element): string | null {
  const marked = element.closest<HTMLElement>('a[href], [data-place]')
  if (!marked || marked.closest('#main') === null) return null
  const place = marked.dataset.place
  return place ? `[data-place=${quoted(place)}]` : `a[href=${quoted(marked.getAttribute('href') ?? '')}]`
}

function keep(key: string, change: Partial<Place>) {
  const known = places.get(key) ?? { y: 0, focus: null }
  places.delete(key)
  places.set(key, { ...known, ...change })
  if (places.size > most) places.delete(places.keys().next().value!)
}

/** Notes where somebody is on the page of this history entry. Answers how to stop. */
export function followPlace(key: string): () => void {
  const scroll = () => keep(key, { y: window.scrollY })
  const touch = ({ target }: Event) => {
    const focus = target instanceof Element ? markOf(target) : null
    if (focus) keep(key, { focus })
  }
  window.addEventListener('scroll', scroll, { passive: true })
  // Not every browser focuses a link that is pressed.
  document.addEventListener('focusin', touch)
  document.addEventListener('click', touch, true)
  return () => {
    window.removeEventListener('scroll', scroll)
    document.removeEventListener('focusin', touch)
    document.removeEventListener('click', touch, true)
  }
}

/** Rows come a moment after their page. */
const PATIENCE = 2_000

/** Goes back to the place as soon as the page is drawn that far, unless the person has gone on meanwhile. */
export function putBack({ y, focus }: Place): () => void {
  let isOver = false
  const stop = () => {
    isOver = true
    observer.disconnect()
    clearTimeout(timer)
    for (const event of ['wheel', 'pointerdown', 'keydown', 'touchmove']) window.removeEventListener(event, stop, true)
  }
  const attempt = () => {
    if (isOver) return
    const reaches = document.documentElement.scrollHeight >= y + window.innerHeight
    if (reaches && Math.abs(window.scrollY - y) > 2) window.scrollTo(0, y)
    const target = focus === null ? null : document.querySelector<HTMLElement>(`#main ${focus}`)
    target?.focus({ preventScroll: true })
    if (reaches && (focus === null || target !== null)) stop()
  }
  const observer = new MutationObserver(attempt)
  const timer = setTimeout(stop, PATIENCE)
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['wheel', 'pointerdown', 'keydown', 'touchmove']) window.addEventListener(event, stop, true)
  attempt()
  return stop
}
