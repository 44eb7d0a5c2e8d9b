import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'

/** The record that a form changes has left its person's sight meanwhile. */
export function GoneNotice({ module }: { module: Module }) {
  const { t } = useTranslation('crud')
  const { noun } = useWords(module)
  return (
    <Banner tone="warning" announce title={t('form.gone', { noun })}>
      {t('form.goneText')}
    </Banner>
  )
}
