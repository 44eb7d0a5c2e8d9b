import { useEffect } from 'react'

/** As long as the part stands there, what `printed` selects is printed instead of the page; `page` says the paper of it. */
export function usePrintedAlone(page: string, printed: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    // The size of paper cannot be said of an element.
    sheet.replaceSync(`@page { ${page} }
      @media print { body { min-block-size: 0 } body > :not(${printed}) { display: none !important } }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet)
    }
  }, [page, printed])
}
