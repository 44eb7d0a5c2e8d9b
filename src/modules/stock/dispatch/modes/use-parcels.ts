import { useTranslation } from 'react-i18next'
import { courier as couriers } from '#contract/lists/stock.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { mayWrite } from '#contract/record-rules.ts'
import { useList } from '#src/data/use-list.ts'
import { pendingName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import type { Judged } from '#src/scan/modes/use-scan-mode.ts'
import { useActor } from '#src/session/actor.ts'
import { packPath } from '../for/kinds.ts'
import type { Collected, NotGiven, NotTakenIn } from './judge-parcel.ts'

type Why = NotGiven | NotTakenIn | 'mayNot'

/** What is said of scanned parcels. */
export function useParcelWords() {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const actor = useActor()
  const { items } = useList(couriers, { includeOff: true })
  const courier = (id: number | null): string => items.find(one => one.id === id)?.label ?? t('screen.papers.noCourier')
  const why = (row: Dispatch, why: Why): string =>
    t(`screen.modes.why.${why}`, { courier: courier(row.courier), stage: words.stage(row.stage) })
  const title = ({ id, number, awb }: Dispatch) => number ?? awb ?? pendingName(id)
  return {
    courier,
    why,
    /** May this person write of it at all? Some pack for orders alone, others for jobs. */
    mayNot: (row: Dispatch) => !mayWrite(dispatch, row, actor, ['dispatch']),
    right: (row: Dispatch): Judged<Collected> => ({
      is: 'right',
      title: title(row),
      text: [courier(row.courier), row.awb, [row.name, row.pincode].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(' · '),
      data: { courier: row.courier },
    }),
    wrong: (row: Dispatch, reason: Why, blocks: boolean): Judged<Collected> => {
      const to = reason === 'packing' ? packPath(row) : null
      return {
        is: 'wrong',
        title: title(row),
        text: why(row, reason),
        blocks,
        next: to === null ? undefined : { label: t('screen.open'), to },
      }
    },
  }
}

export const kinds = [dispatch]
