import { useTranslation } from 'react-i18next'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { whenOf } from './op-state.tsx'

/** Who decided instead of the author, when and how, in words; empty where nobody did. */
export function useDecidedWords(): (op: Pick<OutboxOp, 'decidedBy'>) => string {
  const { t } = useTranslation('outbox')
  return ({ decidedBy }) => {
    if (!decidedBy) return ''
    const { name, at, how, reason } = decidedBy
    const who = name ?? t('decided.somebody')
    const said = t(`decided.${how}`, { who, when: whenOf(new Date(at)) })
    return reason ? t('decided.because', { said, reason }) : said
  }
}
