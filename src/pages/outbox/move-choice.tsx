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
import { isPossible, newestRow, shownOf, wayBack } from './clash.ts'
import { whenOf } from './op-state.tsx'
import type { OpWords } from './use-op-words.ts'
import { useTheirs } from './who.ts'

type Props = { module: Module; op: OutboxOp; words: OpWords; onDiscard: () => void }

/** A step on a record that somebody else has changed: to be made all the same, where it still can be, or not. */
export function MoveChoice({ module, op, words, onDiscard }: Props) {
  const { t } = useTranslation('outbox')
  const texts = useWords(module)
  const { correct, bringBack } = useOutboxDeeds()
  const { busy, refused, run } = useDeed()
  const row = newestRow(op, words.server)
  // A device that keeps no row of it may belong to somebody who opens it all the same.
  const actor = useActor()
  const isSeen = maySee(module, actor)
  const isKnown = row !== null || isSeen
  const canBeDone = row !== null && isPossible(module, op, row)
  const theirs = useTheirs(module, op, row)
  const text = (stage: string) => {
    const { byName: who, at } = theirs('stage')
    const when = whenOf(new Date(at))
    return who ? t('clash.move', { who, when, stage }) : t('clash.moveUnknown', { when, stage })
  }
  const back = row && !canBeDone ? wayBack(module, op, row, actor) : null
  const again = async (by: string | null) => {
    if (!row) return
    const then = by === null ? row : { ...row, stage: module.moves?.[by]?.to }
    const seen = then as Record<string, unknown>
    const fields = Object.fromEntries(Object.keys(op.base?.fields ?? {}).map(name => [name, seen[name] ?? null]))
    const better = { args: op.args, base: { version: row.version, fields } }
    const make = () => (by === null ? correct(op.mid, better) : bringBack(op.mid, better, [], by))
    await run(async () => ((await make()) ? null : t('discard.onItsWay')))
  }
  return (
    <Choice
      module={module}
      op={shownOf(op, row)}
      text={
        <>
          {row?.stage ? text(texts.stage(row.stage)) : t(isKnown ? 'clash.moveText' : 'clash.unseen')}{' '}
          {row && !canBeDone && back === null && `${t('clash.notFromHere')} `}
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
      {...(back !== null && row?.stage ? { discard: t('clash.leaveAs', { stage: texts.stage(row.stage) }) } : {})}
      action={
        (canBeDone || back !== null) && (
          <Button
            size="sm"
            // Where the other has ended what this person goes on with, neither is the usual thing to do.
            variant={back === null ? 'primary' : 'secondary'}
            loading={busy}
            onClick={() => void again(back)}
          >
            {back === null ? t('clash.again') : t('clash.backThen', { back: texts.move(back), next: words.what })}
          </Button>
        )
      }
    />
  )
}
