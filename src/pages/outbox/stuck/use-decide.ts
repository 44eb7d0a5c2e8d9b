import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 } from 'uuid'
import { decideCall, stuckCall, type DecideInput, type StuckWork } from '#contract/calls/stuck.ts'
import { over } from '#contract/merge.ts'
import { allFields, type Module } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'
import { useCall } from '#src/data/use-call.ts'
import { useWords } from '#src/fields/words.ts'
import { toast } from '#src/ui/toast.ts'

/** The record as it is seen here, in the fields that the decision is about; null where there is none. */
export function seenOf(module: Module, { row, mine, base }: StuckWork): StuckWork['base'] {
  if (!row) return null
  const names = [...Object.keys(mine), ...Object.keys(base?.fields ?? {})].filter(name => name in allFields(module))
  return { version: Number(row.version), fields: Object.fromEntries(names.map(name => [name, row[name] ?? null])) }
}

/** What its author wants of the record as it is seen here, as the server keeps it: where both sides added something, that of both. */
export function wantedNow(module: Module, { mine, base, row }: StuckWork): StuckWork['mine'] {
  if (!base || !row) return mine
  const changes = over(module, base.fields, row, mine, [])
  return Object.fromEntries(Object.keys(mine).map(name => [name, name in changes ? changes[name] : row[name]]))
}

/** What was written over the record as it was seen then, over the record as it is seen here. */
export function wantedOver(
  module: Module,
  { row }: StuckWork,
  { seen, args }: { seen: StuckWork; args: Values },
): Values {
  if (!row || !seen.row) return args
  const changes = over(module, seen.row, row, args, [])
  return Object.fromEntries(Object.keys(args).map(name => [name, name in changes ? changes[name] : row[name]]))
}

/** All that is listed is asked for again. */
export function useAskAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['call', stuckCall.path] })
}

type Deed = Pick<DecideInput, 'how' | 'args' | 'reason'>
/** Why not, in words. `isStale`: the record is not what was seen, and is to be looked at once more. */
export type Undecided = { why: string; isStale: boolean }

/**
 * Decides about one; answers why not, or null. `seen`: as it was when its person began to write. `onGone`: somebody else did
 * it, or it is out of reach by now.
 */
export function useDecide(module: Module, stuck: StuckWork, onGone: (why: string) => void) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const decide = useCall(decideCall)
  const askAgain = useAskAgain()
  const asked = useRef({ what: '', mid: '' })
  const undecided = (why: string, isStale = false): Undecided => ({ why, isStale })
  return async ({ how, args, reason }: Deed, seen = stuck): Promise<Undecided | null> => {
    const deed = {
      stuck: stuck.mid,
      how,
      ...(how !== 'drop' && { base: seenOf(module, seen) }),
      ...(args && { args }),
      ...(reason !== undefined && { reason }),
    }
    // An answer that got lost must not make it happen twice; what is decided otherwise after it is another deed.
    const what = JSON.stringify(deed)
    if (asked.current.what !== what) asked.current = { what, mid: v7() }
    const called = await decide({ ...deed, mid: asked.current.mid })
    if ('answer' in called) {
      const done = called.answer.status === 'cancelled' ? 'drop' : how === 'edit' ? 'edit' : 'keep'
      toast(t(`stuck.done.${done}`, { who: stuck.author.name ?? t('stuck.somebody') }))
      await askAgain()
      return null
    }
    const { code, message, fields } = called.failure
    if (code === 'unreachable') return undecided(message)
    asked.current = { what: '', mid: '' }
    if (code === 'not-now' || code === 'not-found') {
      const why = code === 'not-now' ? message : t('stuck.gone')
      onGone(why)
      await askAgain()
      return undecided(why)
    }
    if (code === 'changed-meanwhile') {
      await askAgain()
      return undecided(t('stuck.changed'), true)
    }
    const said = Object.entries(fields ?? {}).map(([path, message]) => {
      const name = path.split('.')[0] ?? path
      return t('why.fields', { field: name in module.fields ? words.field(name) : name, message })
    })
    return undecided([message, ...said].join(' '))
  }
}
