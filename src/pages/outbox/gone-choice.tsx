import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { copyOf } from '#src/crud/copy-of.ts'
import { readConnection } from '#src/offline/connection.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'
import { Choice } from './choice.tsx'
import { clashOf } from './clash.ts'
import { whenOf } from './op-state.tsx'
import { useOpDeeds } from './use-deeds.ts'
import type { OpWords } from './use-op-words.ts'
import { useTheirs } from './who.ts'

type Props = { module: Module; op: OutboxOp; lane: readonly OutboxOp[]; words: OpWords }

/** Somebody put the record away: it is brought back with what was wanted of it, or that becomes a copy, or nothing. */
export function GoneChoice({ module, op, lane, words }: Props) {
  const { t } = useTranslation('outbox')
  const newId = useNewId()
  const mayCreate = useCan(module, 'create')
  const mayEdit = useCan(module, 'edit')
  const deeds = useOutboxDeeds()
  const { discard } = useOpDeeds(op, words)
  const { busy, refused, run } = useDeed()
  const gone = op.problem?.gone
  const row = (gone?.row ?? op.problem?.row ?? words.server ?? words.row) as Row | null | undefined
  // What its person said of it after this goes into the copy too, and nowhere else any more.
  const clash = row ? clashOf(module, lane, op, row) : null
  const followers = clash?.followers ?? []
  const copy = async () => {
    if (!row) return
    const isMade = await run(async () => {
      const id = await newId()
      const values = await copyOf(module, { ...row, ...(clash?.mine ?? op.args) }, newId)
      return (await deeds.copyInstead(op.mid, id, values, midsOf(followers))) ? null : t('discard.onItsWay')
    })
    if (isMade) toast(t('clash.copied'), { waiting: !readConnection().online })
  }
  const isArchived = !gone && Boolean(row?.archivedAt)
  const bringBack = async () => {
    const { args, base } = clash
      ? { args: clash.mine, base: { version: op.base?.version ?? clash.row.version, fields: clash.before } }
      : op
    await run(async () =>
      (await deeds.bringBack(op.mid, { args, base }, midsOf(followers))) ? null : t('discard.onItsWay'),
    )
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
        t(isArchived && mayEdit ? 'clash.archivedText' : 'clash.goneText'),
        ...(followers.length > 0 ? [t('clash.folded', { count: followers.length })] : []),
      ].join(' ')}
      refused={refused}
      busy={busy}
      onDiscard={discard}
      action={
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
      }
    />
  )
}

const midsOf = (ops: readonly OutboxOp[]) => ops.map(({ mid }) => mid)
