import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { moduleOf, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useOpWords } from './use-op-words.ts'

/** So many are named. */
const NAMED = 6

/** Names changes, each with what it is done to: for a question about all of them. */
export function useChainWords(): (ops: readonly OutboxOp[]) => ReactNode {
  const { t } = useTranslation('outbox')
  const { register } = useData()
  return ops => {
    const more = ops.length - NAMED
    return (
      <>
        {t('discard.text')}
        {ops.slice(0, NAMED).map(op => {
          const module = register[moduleOf(op)]
          return (
            <span key={op.mid} className="mt-1 block text-ink">
              {module ? <Named module={module} op={op} /> : op.op}
            </span>
          )
        })}
        {more > 0 && <span className="mt-1 block">{t('discard.more', { count: more })}</span>}
      </>
    )
  }
}

function Named({ module, op }: { module: Module; op: OutboxOp }) {
  const { title, what } = useOpWords(module, op)
  return (
    <>
      <b className="font-medium">{title}</b> · {what}
    </>
  )
}
