import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { RecordDraft } from './drafts/record-draft.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { OutOfReach } from './needs-server.tsx'
import type { RecordForm } from './use-record-form.ts'

/** Why nothing of a record can be saved now. */
export type Lock = {
  /** The record has left its person’s sight meanwhile, and its draft is none. */
  gone?: boolean | undefined
  /** As the record stands nobody changes it. */
  closed?: boolean | undefined
  /** Only others may change it. */
  others?: boolean | undefined
  /** The server is out of reach, and has to be asked. */
  away?: boolean | undefined
}

type Props = Lock & {
  module: Module
  record: RecordForm
  /** What else is true of the record before anything is typed. */
  children?: ReactNode
}

/** What a form says above its fields, wherever it stands: why it is locked, its drafts, what is wrong, and what others did. */
export function FormNotices({ module, record, gone, closed, others, away = false, children }: Props) {
  const { t } = useTranslation(['crud', 'problems'])
  const { noun } = useWords(module)
  const { form, seen, saving, refused, dismiss, conflict, choose } = record
  return (
    <>
      {gone && (
        <Banner tone="warning" announce title={t('form.gone', { noun })}>
          {t('form.goneText')}
        </Banner>
      )}
      {closed && <Banner tone="warning">{t('form.locked', { noun })}</Banner>}
      {others && <Banner tone="warning">{t('problems:code.forbidden')}</Banner>}
      <OutOfReach away={away && !closed} what="form" />
      {children}
      <RecordDraft module={module} record={record} />
      <ErrorSummary module={module} record={record} />
      <Refused why={refused} onDismiss={dismiss} />
      {conflict && !saving && (
        <ConflictChoice module={module} conflict={conflict} mine={form.values} seen={seen} onChoose={choose} />
      )}
    </>
  )
}
