import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#src/lib/format.ts'
import { useHouse } from '#src/session/house.ts'
import { Button } from '#src/ui/button.tsx'

type Props = {
  title: string
  number: string | null
  status: string
  /** When what is printed was made. */
  date: string
  children: ReactNode
}

/** A sheet as it leaves the printer: the house at its head, then what it is about. Size and margins are in styles.css. */
export function Paper({ title, number, status, date, children }: Props) {
  const { t } = useTranslation('paper')
  const { companyName } = useHouse()
  return (
    <>
      <div className="mb-4 flex justify-end print:hidden">
        <Button variant="primary" icon={Printer} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <article className="paper mx-auto grid max-w-[210mm] gap-4 rounded-3 border bg-surface p-8 max-md:p-4 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 border-b pb-4">
          <div className="min-w-0">
            <p className="text-30 text-muted">{companyName}</p>
            <h1 className="text-60 font-semibold wrap-anywhere">{title}</h1>
          </div>
          <dl className="grid grid-cols-[auto_auto] gap-x-4 text-30">
            <dt className="text-muted">{t('number')}</dt>
            <dd className="tabular-nums">{number ?? t('pending')}</dd>
            <dt className="text-muted">{t('date')}</dt>
            <dd>{formatDate(date)}</dd>
            <dt className="text-muted">{t('status')}</dt>
            <dd>{status}</dd>
          </dl>
        </header>
        {children}
      </article>
    </>
  )
}
