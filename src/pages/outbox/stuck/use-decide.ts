import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 } from 'uuid'
import { decideCall, stuckCall, type DecideInput, type StuckWork } from '#contract/calls/stuck.ts'
import { over } from '#contract/merge.ts'
import { allFields, type Module } from '#contract/module.ts'
import { useCall } from '#src/data/use-call.ts'
import { useWords } from '#src/fields/words.ts'
import { toast } from '#src/ui/toast.ts'

/** The record as it is seen here, in the fields that the decision is about; null where there is none. */
export function seenOf(module: Module, { row, mine, base }: StuckWork): DecideInput['base'] {
  if (!row) return null
  const names = [...Object.keys(mine), ...Object.keys(base?.fields ?? {})].filter(name => name in allFields(module))
  return { version: Number(row.version), fields: Object.fromEntries(names.map(name => [name, row[name] ?? null])) }
}

/** What its author wants of the record as it is seen here: where both sides added something, that of both. */
export function wantedNow(module: Module, { mine, base, row, asks = [] }: StuckWork): StuckWork['mine'] {
  if (!base || !row) return mine
  const changes = over(module, base.fields, row, mine, asks)
  return Object.fromEntries(Object.keys(mine).map(name => [name, name in changes ? changes[name] : row[name]]))
}

/** All that is listed is asked for again. */
export function useAskAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['call', stuckCall.path] })
}

type Deed = Pick<DecideInput, 'how' | 'args' | 'reason'>

/** Decides about one; answers in words why not, or null. `onGone`: somebody else did it, or it is out of reach by now. */
export function useDecide(module: Module, stuck: StuckWork, onGone: (why: string) => void) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const decide = useCall(decideCall)
  const askAgain = useAskAgain()
  const key = useRef<string>(null)
  return async ({ how, args, reason }: Deed): Promise<string | null> => {
    // The same until the server has answered: an answer that got lost must not make it happen twice.
    key.current ??= v7()
    const called = await decide({
      stuck: stuck.mid,
      mid: key.current,
      how,
      ...(how !== 'drop' && { base: seenOf(module, stuck) }),
      ...(args && { args }),
      ...(reason !== undefined && { reason }),
    })
    if ('answer' in called) {
      const done = called.answer.status === 'cancelled' ? 'drop' : how === 'edit' ? 'edit' : 'keep'
      toast(t(`stuck.done.${done}`, { who: stuck.author.name ?? t('stuck.somebody') }))
      await askAgain()
      return null
    }
    const { code, message, fields } = called.failure
    if (code === 'unreachable') return message
    key.current = null
    if (code === 'not-now' || code === 'not-found') {
      onGone(code === 'not-now' ? message : t('stuck.gone'))
      await askAgain()
      return code === 'not-now' ? message : t('stuck.gone')
    }
    if (code === 'changed-meanwhile') {
      await askAgain()
      return t('stuck.changed')
    }
    const said = Object.entries(fields ?? {}).map(([path, message]) => {
      const name = path.split('.')[0] ?? path
      return t('why.fields', { field: name in module.fields ? words.field(name) : name, message })
    })
    return [message, ...said].join(' ')
  }
}
