import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { maySee } from '#contract/rules.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { useWords } from '#src/fields/words.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from './choice.tsx'
import { isPossible, newestRow, shownOf } from './clash.ts'
import { whenOf } from './op-state.tsx'
import type { OpWords } from './use-op-words.ts'
import { useTheirs } from './who.ts'

type Props = { module: Module; op: OutboxOp; words: OpWords; onDiscard: () => void }

/** A step on a record that somebody else has changed: to be made all the same, where it still can be, or not. */
export function MoveChoice({ module, op, words, onDiscard }: Props) {
  const { t } = useTranslation('outbox')
  const texts = useWords(module)
  const { correct } = useOutboxDeeds()
  const { busy, refused, run } = useDeed()
  const row = newestRow(op, words.server)
  // A device that keeps no row of it may belong to somebody who opens it all the same.
  const isSeen = maySee(module, useActor())
  const isKnown = row !== null || isSeen
  const canBeDone = row !== null && isPossible(module, op, row)
  const theirs = useTheirs(module, op, row)
  const text = (stage: string) => {
    const { byName: who, at } = theirs('stage')
    const when = whenOf(new Date(at))
    return who ? t('clash.move', { who, when, stage }) : t('clash.moveUnknown', { when, stage })
  }
  const again = async () => {
    if (!row) return
    const fields = Object.fromEntries(Object.keys(op.base?.fields ?? {}).map(name => [name, row[name] ?? null]))
    const better = { args: op.args, base: { version: row.version, fields } }
    await run(async () => ((await correct(op.mid, better)) ? null : t('discard.onItsWay')))
  }
  return (
    <Choice
      module={module}
      op={shownOf(op, row)}
      text={
        <>
          {row?.stage ? text(texts.stage(row.stage)) : t(isKnown ? 'clash.moveText' : 'clash.unseen')}{' '}
          {row && !canBeDone && `${t('clash.notFromHere')} `}
          {isKnown && !canBeDone && words.to && (
            <Link to={words.to} className="link">
              <bdi>{words.title}</bdi>
            </Link>
          )}
        </>
      }
      refused={refused}
      busy={busy}
      onDiscard={onDiscard}
      action={
        canBeDone && (
          <Button size="sm" variant="primary" loading={busy} onClick={() => void again()}>
            {t('clash.again')}
          </Button>
        )
      }
    />
  )
}
