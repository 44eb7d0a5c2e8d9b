import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The two links lead nowhere, by the specification: they can be reached, and say so. */
export function Footer({ className }: { className?: string }) {
  const { t } = useTranslation()
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className={clsx('flex flex-wrap gap-x-5 gap-y-1 text-20 text-subtle', className)}>
      <span className="grow max-sm:basis-full">
        <bdi>{t('footer.rights', { year, product: t('product') })}</bdi>
      </span>
      <NoLink words={t('footer.terms')} />
      <NoLink words={t('footer.privacy')} />
    </footer>
  )
}

function NoLink({ words }: { words: string }) {
  const { t } = useTranslation()
  return (
    <span role="link" tabIndex={0} aria-disabled title={t('footer.nowhere')} className="rounded-1">
      {words}
    </span>
  )
}
