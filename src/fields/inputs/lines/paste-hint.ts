import { createContext } from 'react'

/** The field of a form whose lines say how lines are typed and pasted; null where there are no others to say it. */
export const PasteHintContext = createContext<string | null>(null)
