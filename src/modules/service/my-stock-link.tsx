import Package from 'lucide-react/icons/package'
import { useTranslation } from 'react-i18next'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'

/** The way to what somebody has along, for whoever may have something. */
export function MyStockLink() {
  const { t } = useTranslation('heldPart')
  if (!useCan(heldPart, 'list')) return null
  return (
    <ButtonLink size="sm" icon={Package} to="/stock-move/my-stock">
      {t('titles.mine')}
    </ButtonLink>
  )
}
