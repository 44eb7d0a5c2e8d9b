import PackageCheck from 'lucide-react/icons/package-check'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { inquiry, type Inquiry } from '#contract/modules/sales/inquiry.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { Values } from '#src/form/check.ts'
import { RecordForm } from '#src/crud/form-screen.tsx'
import { NoRecord } from '#src/crud/no-record.tsx'
import { pathTo, readScreens, type ScreenProps } from '#src/crud/screens.ts'
import { useData } from '#src/data/data.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { today } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { orderPages } from '../order.ts'
import { orderFrom } from './from-inquiry.ts'

/** An inquiry becomes an order: a new one that says what the inquiry says. */
export function InquiryMove(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const { row, loading, error } = useRecord(inquiry, id)
  if (!row) return <NoRecord screens={props.screens} loading={loading} error={error} />
  return <Moving key={id} {...props} row={row} />
}

function Moving({ row, ...props }: ScreenProps & { row: Inquiry }) {
  const screens = readScreens(orderPages)
  const data = useData()
  const newId = useNewId()
  const mayCreate = useCan(order, 'create')
  const [start, setStart] = useState<Values | null>(null)
  const [failed, setFailed] = useState<{ message: string } | null>(null)
  const [isUsed, setUsed] = useState(false)
  const isOpen = (inquiry.offline.open ?? []).includes(row.stage) && row.order === null
  const begin = useEffectEvent(() => orderFrom(data, row, newId))
  // As it was when the form opened: what is typed from then on is the order.
  useEffect(() => {
    if (isOpen && mayCreate)
      begin().then(
        said => setStart({ ...said, orderDate: today() }),
        (error: unknown) => setFailed(failureOf(error)),
      )
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  // The device may hear a moment later that the inquiry has its order. What is typed or being saved by then stays.
  if (start && (isOpen || isUsed))
    return (
      <RecordForm
        title={props.title}
        screens={screens}
        start={start}
        onDirty={dirty => void (dirty && setUsed(true))}
      />
    )
  if (!isOpen || !mayCreate) return <CannotMove {...props} row={row} />
  return <NoRecord screens={props.screens} loading={!failed} error={failed} />
}

/** Why there is nothing to move, and the way on. */
function CannotMove({ screens, row }: ScreenProps & { row: Inquiry }) {
  const { t } = useTranslation('inquiry')
  const mayOpen = useCan(order, 'details')
  const path = row.order !== null && mayOpen ? pathTo(orderPages, 'details', row.order) : undefined
  const why = row.order !== null || row.stage === 'converted' ? 'moved' : row.stage === 'dead' ? 'dead' : 'mayNot'
  return (
    <EmptyState
      icon={PackageCheck}
      level={1}
      title={t(`screen.move.${why}`, { name: row.name })}
      text={t(`screen.move.${why}Text`)}
      action={
        path ? (
          <ButtonLink to={path} variant="primary">
            {t('screen.move.toOrder')}
          </ButtonLink>
        ) : (
          <ButtonLink to={pathTo(screens, 'details', row.id) ?? '/'}>{t('screen.move.toInquiry')}</ButtonLink>
        )
      }
    />
  )
}
