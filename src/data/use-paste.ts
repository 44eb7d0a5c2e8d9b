import { pasteAnswer, type PasteAnswer } from '#contract/calls/records.ts'
import type { List } from '#contract/list.ts'
import { apiPath } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import { useData } from './data.ts'
import { failureOf, type Failure } from './words.ts'

export type PasteLine = { label: string; stage?: string; parent?: number } & Record<string, unknown>

/** Many new items at once. The device hears of them by the pull that it asks for right after. */
export function usePaste(list: List) {
  const { sender } = useData()
  return async (items: PasteLine[]): Promise<PasteAnswer | { failure: Failure }> => {
    try {
      const pasted = await callApi('POST', `${apiPath(list)}/paste`, { json: { items }, as: pasteAnswer })
      ;(await sender()).onChanged([list.name])
      return pasted
    } catch (error) {
      return { failure: failureOf(error)! }
    }
  }
}
