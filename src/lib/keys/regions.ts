const landmarks = 'header, nav, main, aside, footer, [role="search"]'
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Where somebody was in a region when they left it. */
const before = new WeakMap<Element, HTMLElement>()

const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })

/** The regions of the page in their order: landmarks that stand in no other one and have something to focus. */
function regions(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(landmarks)]
  return all.filter(
    one =>
      !all.some(other => other !== one && other.contains(one)) &&
      isSeen(one) &&
      (one.id === 'main' || one.querySelector(focusable) !== null),
  )
}

const startOf = (region: HTMLElement): HTMLElement | null =>
  region.id === 'main'
    ? (region.querySelector<HTMLElement>('[data-page-title]') ?? region)
    : ([...region.querySelectorAll<HTMLElement>(focusable)].find(isSeen) ?? null)

/** Moves the focus to the next region of the page, or to the one before. */
export function goToRegion(step: 1 | -1) {
  const all = regions()
  const from = document.activeElement
  const here = all.findIndex(region => region.contains(from))
  const left = all[here]
  if (left && from instanceof HTMLElement) before.set(left, from)
  const next = all[(here === -1 ? (step === 1 ? 0 : all.length - 1) : here + step + all.length) % all.length]
  if (!next) return
  const known = before.get(next)
  const target = known?.isConnected && isSeen(known) ? known : startOf(next)
  target?.focus()
}
