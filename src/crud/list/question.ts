import type { ListState, Question } from './state.ts'

/** Which rows a state asks for; the rest of it is how they are shown. */
export const questionOf = ({ q, sort, filter, archived }: ListState): Question => ({ q, sort, filter, archived })
