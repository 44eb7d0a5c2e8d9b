import { createContext } from 'react'

/** Takes what is under way, which answers whether all of it could be prepared. It never fails. */
export type Prepare = (work: Promise<boolean>) => Promise<void>

export const waitForNobody: Prepare = () => Promise.resolve()

/** A form waits for the files that are being prepared for its fields; where there is none nobody does. */
export const PrepareContext = createContext<Prepare>(waitForNobody)
