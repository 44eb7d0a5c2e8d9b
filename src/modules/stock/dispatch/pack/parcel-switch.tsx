import Check from 'lucide-react/icons/check'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { stillHere } from '#contract/modules/stock/dispatch-left.ts'
import { useWords } from '#src/fields/words.ts'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'

type Props = {
  parcels: readonly Dispatch[]
  /** Something is in none of them yet. */
  hasMore: boolean
  /** Null is a new one. */
  shown: number | null
  onChoose: (id: number | null) => void
}

const NEW = 'new'

/** The parcels of one record beside each other. */
export function ParcelSwitch({ parcels, hasMore, shown, onChoose }: Props) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  return (
    <SegmentedControl
      className="mb-4 flex-wrap"
      label={t('screen.parcels')}
      value={shown === null ? NEW : String(shown)}
      onChange={value => onChoose(value === NEW ? null : Number(value))}
      options={[
        ...parcels.map(({ id, stage }, at) => ({
          value: String(id),
          label: `${t('screen.parcel', { at: at + 1 })} · ${words.stage(stage)}`,
          icon: stillHere.includes(stage) ? Package : Check,
        })),
        ...(hasMore ? [{ value: NEW, label: t('screen.rest'), icon: Plus }] : []),
      ]}
    />
  )
}
