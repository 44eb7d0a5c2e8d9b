import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { ListScreen } from '#src/crud/list/list-screen.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { CashOrderDetails } from './cash-order-details.tsx'
import { RemittanceSheet } from './remittance-sheet.tsx'

const LIST = '/cash-orders/cash-orders-list'

/** The money desk has one address: the list, with `?cash=12` what is known of one, with `?sheet` a courier's sheet. */
export function CashOrders(props: ScreenProps) {
  const { t } = useTranslation('cashOrder')
  const [search] = useSearchParams()
  const mayEdit = useCan(cashOrder, 'edit')
  const id = Number(search.get('cash') ?? 0)
  if (id > 0) return <CashOrderDetails screens={props.screens} id={id} />
  if (search.has('sheet') && mayEdit) return <RemittanceSheet back={LIST} />
  return (
    <ListScreen {...props}>
      {mayEdit && (
        <ButtonLink size="sm" icon={ClipboardPaste} to={`${LIST}?sheet`}>
          {t('screen.sheet.open')}
        </ButtonLink>
      )}
    </ListScreen>
  )
}
