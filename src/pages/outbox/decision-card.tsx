import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import GitMerge from 'lucide-react/icons/git-merge'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isNumbered, type Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { whyNot } from '#src/data/use-deed.ts'
import { moduleOf, type OutboxOp } from '#src/offline/outbox/op.ts'
import { asSeen } from '#src/offline/outbox/seen.ts'
import { useActor } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { toast } from '#src/ui/toast.ts'
import { CardHead } from './card-head.tsx'
import { clashOf, isAway, isPossible, isTakenBack, newestRow, saidOf, type Said } from './clash.ts'
import { ClashFields } from './clash-fields.tsx'
import { GoneChoice } from './gone-choice.tsx'
import { isDelete } from './keys.ts'
import { MoveChoice } from './move-choice.tsx'
import { StrangeRow } from './op-row.tsx'
import { TakenBack } from './taken-back.tsx'
import { useCopyValues } from './use-copy-values.ts'
import { useGiveUp, useOpDeeds } from './use-deeds.ts'
import { useOpWords } from './use-op-words.ts'

type Props = {
  op: OutboxOp
  lane: readonly OutboxOp[]
  /** It waits here no more, and only stays for what is being written on its card. */
  isOver: boolean
  onEdited: (op: OutboxOp, isEdited: boolean) => void
}

/** A change that met somebody else's: the person decides what becomes of it. */
export function DecisionCard(props: Props) {
  const { op } = props
  const module = useData().register[moduleOf(op)]
  const actor = useActor()
  return module ? (
    <Known module={module} {...props} op={asSeen(module, op, actor)} />
  ) : (
    <StrangeRow op={op} place={{ index: 0, count: 1 }} />
  )
}

function Known({ module, op, lane, isOver, onEdited }: Props & { module: Module }) {
  const { t } = useTranslation('outbox')
  const words = useOpWords(module, op)
  const { copy } = useCopyValues(module, op, words)
  const said = saidOf(lane, op)
  const deeds = useOpDeeds(op, words, said.followers)
  const giveUp = useGiveUp(op, said.followers)
  const letGo = async () => {
    const why = await whyNot(giveUp)
    if (why !== null) toast(why)
  }
  // What put it back goes with it: left alone, that would be said over what somebody else wrote.
  const discard = isTakenBack(said) ? () => void letGo() : deeds.discard
  const isNumber = isNumbered(module)
  const title = isNumber ? <RecordNumber number={words.title} /> : <bdi>{words.title}</bdi>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Delete on what is focused in it
    <article
      data-op-box={op.mid}
      aria-label={`${words.title}: ${t('state.conflict')}`}
      onKeyDown={event => {
        if (isOver || !isDelete(event)) return
        event.preventDefault()
        discard()
      }}
      className="min-w-0 overflow-hidden rounded-3 border border-danger-border bg-surface shadow-1"
    >
      <CardHead
        module={module}
        what={words.what}
        badge={
          <Badge tone="danger" icon={GitMerge}>
            {t('clash.badge')}
          </Badge>
        }
        menu={
          <Menu
            trigger={
              <IconButton
                size="sm"
                icon={Ellipsis}
                label={t('actions.more', { title: `${words.title}, ${words.what}` })}
              />
            }
            items={[
              { label: t('actions.copy'), icon: Copy, onSelect: copy },
              ...(isOver ? [] : [{ label: t('actions.discard'), icon: Trash2, danger: true, onSelect: discard }]),
            ]}
          />
        }
      >
        <h3 className="min-w-0 text-40 font-semibold">
          {words.to ? (
            <Link to={words.to} data-op={op.mid} className="hover:underline">
              {title}
            </Link>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys come to every change
            <span tabIndex={0} data-op={op.mid}>
              {title}
            </span>
          )}
        </h3>
      </CardHead>
      <Choice
        module={module}
        op={op}
        said={said}
        lane={lane}
        words={words}
        isOver={isOver}
        onEdited={onEdited}
        onDiscard={discard}
      />
    </article>
  )
}

type ChoiceProps = Props & {
  module: Module
  said: Said
  words: ReturnType<typeof useOpWords>
  onDiscard: () => void
}

function Choice({ module, op, said, lane, words, isOver, onEdited, onDiscard }: ChoiceProps) {
  const { t } = useTranslation('outbox')
  const [isEdited, setIsEdited] = useState(false)
  const clash = clashOf(module, lane, op, words.server)
  const canBeDone = clash !== null && !op.problem?.gone && isPossible(module, op, clash.row)
  if (!isEdited && isTakenBack(said)) return <TakenBack module={module} op={op} followers={said.followers} />
  if (clash && (canBeDone || isEdited))
    return (
      <ClashFields
        module={module}
        clash={clash}
        title={words.title}
        closed={isOver ? t('edit.over') : canBeDone ? null : t('clash.closed')}
        onEdited={now => {
          setIsEdited(now)
          onEdited(op, now)
        }}
      />
    )
  if (op.problem?.gone || isAway(module, op, newestRow(op, words.server)))
    return <GoneChoice module={module} op={op} lane={lane} words={words} onDiscard={onDiscard} />
  return <MoveChoice module={module} op={op} words={words} onDiscard={onDiscard} />
}
