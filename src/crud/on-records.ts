import { createContext } from 'react'
import type { Pages } from './screens.ts'

/** The shell brings the screens that put a tab on others' records, because it alone knows every module. */
export const OnRecordsContext = createContext<readonly Pages[]>([])
