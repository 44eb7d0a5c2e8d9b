import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Module, Row } from '#contract/module.ts'
import { maySee } from '#contract/rules.ts'
import { placeOf } from '#src/app/palette/records.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { copyOf } from '#src/crud/copy-of.ts'
import { useWords } from '#src/fields/words.ts'
import { readConnection } from '#src/offline/connection.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'
import { Choice } from './choice.tsx'
import { clashOf, isPossible, newestRow, shownOf, wantedOf } from './clash.ts'
import { whenOf } from './op-state.tsx'
import type { OpWords } from './use-op-words.ts'
import { useTheirs } from './who.ts'

type Props = {
  module: Module
  op: OutboxOp
  lane: readonly OutboxOp[]
  words: OpWords
  onDiscard: () => void
}

/**
 * Somebody put the record away: it is brought back with what was wanted of it, or that becomes a copy, or nothing. A step is
 * nothing that a copy could say. What was merged into another one does not come back by itself, and would be there twice as a
 * copy.
 */
export function GoneChoice({ module, op, lane, words, onDiscard }: Props) {
  const { t } = useTranslation('outbox')
  const newId = useNewId()
  const isSeen = maySee(module, useActor())
  const mayCreate = useCan(module, 'create')
  const mayEdit = useCan(module, 'edit')
  const deeds = useOutboxDeeds()
  const { busy, refused, run } = useDeed()
  const gone = op.problem?.gone
  const row = (gone?.row as Row | undefined) ?? newestRow(op, words.server) ?? words.row
  const into = (row?.mergedInto as number | null | undefined) ?? null
  // What its person said of it after this goes into the copy too, and nowhere else any more.
  const clash = row ? clashOf(module, lane, op, row) : null
  const followers = clash?.followers ?? []
  const mayCopy = mayCreate && clash !== null && into === null
  const copy = async () => {
    if (!row || !clash) return
    const isMade = await run(async () => {
      const id = await newId()
      const values = await copyOf(module, row, newId, wantedOf(module, clash))
      return (await deeds.copyInstead(op.mid, id, values, midsOf(followers))) ? null : t('discard.onItsWay')
    })
    if (isMade) toast(t('clash.copied'), { waiting: !readConnection().online })
  }
  const mayBringBack =
    !gone && into === null && mayEdit && (!row || isPossible(module, op, { ...row, archivedAt: null }))
  const bringBack = async () => {
    const { args, base } = clash
      ? { args: clash.mine, base: { version: op.base?.version ?? clash.row.version, fields: clash.before } }
      : op
    await run(async () =>
      (await deeds.bringBack(op.mid, { args, base }, midsOf(followers))) ? null : t('discard.onItsWay'),
    )
  }
  const theirs = useTheirs(module, op, row)
  const { byName: who, at } = gone ?? theirs('archivedAt')
  const what = gone ? 'gone' : into === null ? 'archived' : 'mergedInto'
  const when = whenOf(new Date(at))
  const why = who ? t(`clash.${what}`, { who, when }) : t(`clash.${what}Unknown`, { when })
  return (
    <Choice
      module={module}
      op={shownOf(op, row)}
      text={
        into === null ? (
          [
            why,
            mayBringBack
              ? t(mayCopy ? 'clash.archivedText' : 'clash.archivedNoCopy')
              : row
                ? t(mayCopy ? 'clash.goneText' : 'clash.goneNoCopy')
                : t(isSeen ? 'clash.notFromHere' : 'clash.unseen'),
            ...(followers.length > 0 ? [t('clash.folded', { count: followers.length })] : []),
          ].join(' ')
        ) : (
          <>
            {why} {t('clash.mergedIntoText')} <RecordLink module={module} id={into} />
          </>
        )
      }
      refused={refused}
      busy={busy}
      onDiscard={onDiscard}
      action={
        <>
          {mayCopy && (
            <Button
              size="sm"
              variant={mayBringBack ? 'secondary' : 'primary'}
              loading={busy}
              onClick={() => void copy()}
            >
              {t('clash.copy')}
            </Button>
          )}
          {mayBringBack && (
            <Button size="sm" variant="primary" loading={busy} onClick={() => void bringBack()}>
              {t('clash.bringBack')}
            </Button>
          )}
        </>
      }
    />
  )
}

function RecordLink({ module, id }: { module: Module; id: number }) {
  const { t } = useTranslation('outbox')
  const { noun } = useWords(module)
  const actor = useActor()
  const title = useTitle(module, id) || t('numberOf', { noun, id })
  const to = placeOf(module, actor)?.to(id, title)
  return to ? (
    <Link to={to} className="link">
      <bdi>{title}</bdi>
    </Link>
  ) : (
    <bdi>{title}</bdi>
  )
}

const midsOf = (ops: readonly OutboxOp[]) => ops.map(({ mid }) => mid)
