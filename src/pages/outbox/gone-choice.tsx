import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useNewId, useSave } from '#src/data/use-writes.ts'
import { copyOf } from '#src/crud/copy-of.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'
import { Choice } from './choice.tsx'
import { clashOf } from './clash.ts'
import { copyFor, forgetCopy, noteCopy } from './made-copy.ts'
import { whenOf } from './op-state.tsx'
import { useOpDeeds } from './use-deeds.ts'
import type { OpWords } from './use-op-words.ts'
import { useTheirs } from './who.ts'

type Props = { module: Module; op: OutboxOp; lane: readonly OutboxOp[]; words: OpWords }

/** Somebody put the record away: it is brought back with what was wanted of it, or that becomes a copy, or nothing. */
export function GoneChoice({ module, op, lane, words }: Props) {
  const { t } = useTranslation('outbox')
  const save = useSave(module)
  const newId = useNewId()
  const mayCreate = useCan(module, 'create')
  const mayEdit = useCan(module, 'edit')
  const deeds = useOutboxDeeds()
  const { discard } = useOpDeeds(op, words)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const gone = op.problem?.gone
  const row = (gone?.row ?? op.problem?.row ?? words.server ?? words.row) as Row | null | undefined
  // What its person said of it after this goes into the copy too, and nowhere else any more.
  const clash = row ? clashOf(module, lane, op, row) : null
  const followers = clash?.followers ?? []
  // A copy whose page went away before the change was given up is there, and is not made again.
  const [begun] = useState(() => copyFor(op.mid))
  const isThere = Boolean(useRecord(module, begun ?? 0).row)
  const [isMade, setIsMade] = useState(false)
  const isCopied = isThere || isMade
  const giveUp = async () => {
    // The last first: none of them is to be judged without the one before it.
    for (const { mid } of [op, ...followers].toReversed()) if (!(await deeds.discard(mid))) return false
    forgetCopy(op.mid)
    return true
  }
  const copy = async () => {
    if (!row) return
    setBusy(true)
    setRefused('')
    try {
      const id = copyFor(op.mid) ?? (await newId().catch(() => null))
      if (id !== null) noteCopy(op.mid, id)
      const values = await copyOf(module, { ...row, ...(clash?.mine ?? op.args) }, newId)
      const outcome = await save(values, id)
      // Its number is taken by itself: it arrived, and its answer did not.
      if (outcome.state === 'refused' && outcome.fields?.id === undefined) return setRefused(outcome.message)
      if (!(await giveUp())) {
        setIsMade(true)
        return setRefused(t('discard.onItsWay'))
      }
      toast(t('clash.copied'), { waiting: outcome.state === 'waiting' })
    } finally {
      setBusy(false)
    }
  }
  const finish = async () => {
    setBusy(true)
    setRefused((await giveUp()) ? '' : t('discard.onItsWay'))
    setBusy(false)
  }
  const isArchived = !gone && Boolean(row?.archivedAt)
  const bringBack = async () => {
    setBusy(true)
    setRefused('')
    const { args, base } = clash
      ? { args: clash.mine, base: { version: op.base?.version ?? clash.row.version, fields: clash.before } }
      : op
    const made = await deeds.bringBack(
      op.mid,
      { args, base },
      followers.map(({ mid }) => mid),
    )
    setBusy(false)
    if (!made) setRefused(t('discard.onItsWay'))
  }
  const theirs = useTheirs(module, op, row ?? null)
  const { byName: who, at } = gone ?? theirs('archivedAt')
  const what = isArchived ? 'archived' : 'gone'
  const when = whenOf(new Date(at))
  const why = who ? t(`clash.${what}`, { who, when }) : t(`clash.${what}Unknown`, { when })
  return (
    <Choice
      module={module}
      op={op}
      text={[
        why,
        t(isCopied ? 'clash.copyThere' : isArchived && mayEdit ? 'clash.archivedText' : 'clash.goneText'),
        ...(followers.length > 0 ? [t('clash.folded', { count: followers.length })] : []),
      ].join(' ')}
      refused={refused}
      busy={busy}
      onDiscard={discard}
      action={
        isCopied ? (
          <Button size="sm" variant="primary" loading={busy} onClick={() => void finish()}>
            {t('clash.keepCopy')}
          </Button>
        ) : (
          <>
            {mayCreate && row && (
              <Button
                size="sm"
                variant={isArchived && mayEdit ? 'secondary' : 'primary'}
                loading={busy}
                onClick={() => void copy()}
              >
                {t('clash.copy')}
              </Button>
            )}
            {isArchived && mayEdit && (
              <Button size="sm" variant="primary" loading={busy} onClick={() => void bringBack()}>
                {t('clash.bringBack')}
              </Button>
            )}
          </>
        )
      }
    />
  )
}
