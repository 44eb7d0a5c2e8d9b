import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The two links lead nowhere, by the specification. */
export function Footer({ className }: { className?: string }) {
  const { t } = useTranslation()
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className={clsx('flex flex-wrap gap-x-5 gap-y-1 text-20 text-subtle', className)}>
      <span className="grow max-sm:basis-full">
        <bdi>{t('footer.rights', { year, product: t('product') })}</bdi>
      </span>
      <span>{t('footer.terms')}</span>
      <span>{t('footer.privacy')}</span>
    </footer>
  )
}
