import { useTranslation } from 'react-i18next'
import { NOTE, PRINT, SCAN, splitOp } from '#contract/intent.ts'
import { isNumbered, type Module, type Row } from '#contract/module.ts'
import { placeOf } from '#src/app/palette/records.ts'
import { useKept } from '#src/data/use-kept.ts'
import { titleOf, useTitle } from '#src/data/use-titles.ts'
import { useWords } from '#src/fields/words.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useActor } from '#src/session/actor.ts'

/** So many fields are named; of the others it is said how many they are. */
const NAMED = 3

export type OpWords = {
  /** What is done, in words. */
  what: string
  /** What it is done to. */
  title: string
  /** Its page, where this person may open it. */
  to: string | undefined
  /** The record was made here, and the server has not numbered it yet. */
  numberPending: boolean
  /** The record as this device keeps it, with what waits laid over it. */
  row: Row | null
  /** The same as the server said it. */
  server: Row | null
}

/** A change in words: what is done to what. */
export function useOpWords(
  module: Module,
  op: Pick<OutboxOp, 'op' | 'id' | 'args'> & Partial<Pick<OutboxOp, 'problem'>>,
): OpWords {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const actor = useActor()
  const { action } = splitOp(op.op)
  const kept = useKept(module, op.id)
  const asked = useTitle(module, op.id)
  const isNew = action === 'create' || (kept?.row?.version ?? 1) === 0
  const given = isNumbered(module)
  const title =
    (kept?.row && titleOf(module, kept.row)) || asked || op.problem?.passed?.title || titleOf(module, op.args)
  const server = kept?.base === undefined ? (kept?.row ?? null) : kept.base
  const what = (): string => {
    if (action === 'create') return t('what.create', { noun: words.noun })
    if (action === 'archive' || action === 'restore') return t(`what.${action}`)
    if (action === NOTE) return t('what.note')
    if (action === PRINT) return t('what.print', { count: Number(op.args.copies) })
    if (action === SCAN) return t('what.scan')
    if (action !== 'change') return module.moves?.[action] ? words.move(action) : t('what.unknown')
    const names = Object.keys(op.args).map(words.field)
    const shown = names.slice(0, NAMED).join(', ')
    return names.length > NAMED ? t('what.more', { fields: shown, count: names.length - NAMED }) : shown
  }
  return {
    what: what(),
    title: title || (isNew ? t('newOf', { noun: words.noun }) : t('numberOf', { noun: words.noun, id: op.id })),
    to: !op.problem?.passed && (kept?.row || !isNew) ? placeOf(module, actor)?.to(op.id, title) : undefined,
    numberPending: isNew && given,
    row: kept?.row ?? null,
    server,
  }
}
