import { useTranslation } from 'react-i18next'
import type { Actor } from '#contract/actor.ts'
import type { Dealer } from '#contract/modules/people/dealer.ts'
import { order } from '#contract/modules/sales/order.ts'
import { can, scopeFilter } from '#contract/rules.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { CreditCard } from './credit-card.tsx'
import { MonthsCard } from './months-card.tsx'
import { TargetsCard } from './targets-card.tsx'
import { useSales } from './use-sales.ts'

/** Whoever may open no order is told no sum of them. */
export const mayKnowSales = (actor: Actor): boolean =>
  can(actor, order, 'details') && scopeFilter(order, actor) !== 'none'

/** What a dealer owes, what it sells, and what it is to sell. `version`: of the dealer as it is by now. */
export function SalesCards({ dealer, version }: { dealer: Dealer; version: number }) {
  const { t } = useTranslation('dealer')
  const known = useSales(dealer.id, version)
  const isScoped = scopeFilter(order, useActor()) !== null
  if (known.sales === null) return null
  // Known before the answer is there, so that nothing jumps.
  const isPart = known.sales?.isPart ?? isScoped
  return (
    <>
      {isPart && <Banner tone="info">{t('screen.part')}</Banner>}
      {known.state === 'failed' && <Failed message={known.message} onAgain={known.again} />}
      <CreditCard dealer={dealer} known={known} isPart={isPart} />
      {known.state !== 'failed' && <MonthsCard known={known} />}
      {dealer.targets.length > 0 && <TargetsCard targets={dealer.targets} known={known} />}
    </>
  )
}
