import { createContext } from 'react'
import type { Screens } from './screens.ts'

/** The shell brings the screens that put a tab on others' records, because it alone knows every module. */
export const OnRecordsContext = createContext<readonly Screens[]>([])
