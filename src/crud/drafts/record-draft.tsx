import type { Module } from '#contract/module.ts'
import type { RecordForm } from '../use-record-form.ts'
import { DraftBanner } from './draft-banner.tsx'
import { draftName } from './draft-name.ts'

type Props = { module: Module; record: Pick<RecordForm, 'draft' | 'discard' | 'onTaken' | 'seen'> }

/** What the form of a record says of its drafts. */
export function RecordDraft({ module, record }: Props) {
  return (
    <DraftBanner
      draft={record.draft}
      isNew={!record.seen}
      nameOf={values => draftName(module, values)}
      onDiscard={record.discard}
      {...(record.seen ? { onTaken: record.onTaken } : {})}
    />
  )
}
