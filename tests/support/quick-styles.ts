import { original } from './original.ts'

/*
 * Whoever looks for a role asks for the style of each element and of all that it lies in, and jsdom goes through its whole
 * stylesheet for each: an eighth of what tests of components take. No stylesheet of ours is there, so that what they ask follows
 * from the element's own attributes; anything else is asked as before.
 */
const full = original('styles', () => window.getComputedStyle.bind(window))

/** What a bare element of its kind has, by its kind. */
const known = new Map<string, string>()

function displayOf(element: Element): string {
  const own = inline(element, 'display')
  if (own) return own
  // Whether it is shown follows from what it lies in.
  if (element.parentElement?.localName === 'details') return full(element).display
  const kind = [element.localName, element.hasAttribute('hidden'), element.hasAttribute('open'), typeOf(element)].join()
  const display = known.get(kind) ?? full(element).display
  known.set(kind, display)
  return display
}

const typeOf = (element: Element) => (element.localName === 'input' ? element.getAttribute('type') : '')

const inline = (element: Element, name: string) =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : ''

/** The nearest word on it, from the element outwards. */
function inherited(element: Element, name: string, otherwise: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const said = inline(at, name)
    if (said && said !== 'inherit') return said
  }
  return otherwise
}

const quick: Record<string, (element: Element) => string> = {
  display: displayOf,
  visibility: element => inherited(element, 'visibility', 'visible'),
  pointerEvents: element => inherited(element, 'pointer-events', 'auto'),
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo || document.styleSheets.length > 0) return full(element, pseudo)
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name: string) => {
      if (name in quick) return quick[name]!(element)
      if (name === 'getPropertyValue')
        return (asked: string) => quick[asked]?.(element) ?? full(element).getPropertyValue(asked)
      return Reflect.get(full(element), name) as unknown
    },
  })
}
