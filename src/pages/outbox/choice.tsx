import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { OpValues } from './op-values.tsx'

type Props = {
  module: Module
  op: OutboxOp
  /** What became of the record, in words. */
  text: ReactNode
  refused?: string
  busy: boolean
  onDiscard: () => void
  /** What giving it up comes to, where there is a word for it. */
  discard?: string
  /** The way on; without it there is only the way out. */
  action: ReactNode
}

/** What was wanted, why it could not be, and what the person may do: give it up, or go on. */
export function Choice({ module, op, text, refused, busy, onDiscard, discard, action }: Props) {
  const { t } = useTranslation('outbox')
  return (
    <>
      <div className="px-4 pt-1 pb-3 text-30">
        <p className="text-muted">{text}</p>
        {refused && (
          <Banner tone="danger" announce className="mt-3">
            {refused}
          </Banner>
        )}
        <OpValues module={module} op={op} />
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
        <Button size="sm" disabled={busy} onClick={onDiscard}>
          {discard ?? t('actions.discard')}
        </Button>
        {action}
      </footer>
    </>
  )
}
