import type { List } from '#contract/list.ts'
import { apiPath, type Row } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import { useData } from './data.ts'
import { failureOf, type Failure } from './words.ts'

export type PasteLine = { label: string; stage?: string; parent?: number }
/** What became of each line: its row where it was added, why not where it was refused. */
export type Pasted = {
  rows: Row[]
  lines: { index: number; status: 'added' | 'skipped' | 'refused'; id?: number }[]
  problems: { index: number; message: string; fields: Record<string, string> }[]
}

/** Many new items at once. The device hears of them by the pull that it asks for right after. */
export function usePaste(list: List) {
  const { sender } = useData()
  return async (items: PasteLine[]): Promise<Pasted | { failure: Failure }> => {
    try {
      const pasted = await callApi<Pasted>('POST', `${apiPath(list)}/paste`, { json: { items } })
      ;(await sender()).onChanged([list.name])
      return pasted
    } catch (error) {
      return { failure: failureOf(error)! }
    }
  }
}
