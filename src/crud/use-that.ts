import { createContext } from 'react'
import type { Row } from '#contract/module.ts'

/** Takes a record that is there instead of the one that is being made on the way; null where a page makes it for itself. */
export const UseThatContext = createContext<((row: Pick<Row, 'id'>) => void) | null>(null)
