import { useTranslation } from 'react-i18next'
import { whyNot } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { needsDecision, type OutboxOp } from '#src/offline/outbox/op.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { useChainWords } from './chain-words.tsx'

/**
 * What can be done with one change; discarding asks first, and names all that goes with it. `followers`: what one card says
 * of the record together with it.
 */
export function useOpDeeds(op: OutboxOp, words: { what: string; title: string }, followers: readonly OutboxOp[] = []) {
  const { t } = useTranslation('outbox')
  const deeds = useOutboxDeeds()
  const giveUp = useGiveUp(op, followers)
  const wordsOf = useChainWords()
  const discard = async () => {
    const chain = await deeds.chain(op.mid)
    if (chain.length === 0 || op.state === 'sending') {
      const isTakenBack = op.state === 'cancelling'
      return void toast(t(isTakenBack ? 'why.takenBack' : 'discard.onItsWay'))
    }
    const goes = new Map([...chain, ...followers].map(one => [one.mid, one]))
    const others = [...goes.values()].filter(({ mid }) => mid !== op.mid)
    const count = goes.size
    const isSure = await confirm({
      title:
        others.length > 0
          ? t('discard.chainTitle', { count: others.length })
          : t('discard.title', { what: words.what, title: words.title }),
      text: others.length > 0 ? wordsOf([op, ...others]) : t('discard.text'),
      confirmLabel: t('discard.confirm', { count }),
      cancelLabel: t('discard.keep'),
      danger: true,
    })
    if (!isSure) return
    const why = await giveUp()
    // What had left once may have been done: then its person is told, when the server says so.
    const done = [...goes.values()].some(one => one.sentOnce && !needsDecision(one)) ? 'discard.asked' : 'discard.done'
    toast(why ?? t(done, { count }))
  }
  const retry = async () => {
    await deeds.retry(op.mid)
    const why = await deeds.sendNow()
    if (why !== null) toast(why)
  }
  /** A row has no place of its own for what could not be done. */
  const tell = async (deed: () => Promise<unknown>) => {
    const why = await whyNot(() => deed().then(() => null))
    if (why !== null) toast(why)
  }
  return {
    discard: () => void tell(discard),
    /** As it is: judged once more where it was refused, tried at once where it waits. */
    retry: () => void tell(retry),
    correct: deeds.correct,
  }
}

/** Gives up a change with those of its lane whose words are in it; why not, where one of them is on its way. */
export function useGiveUp(op: OutboxOp, followers: readonly OutboxOp[]) {
  const { t } = useTranslation('outbox')
  const { discard } = useOutboxDeeds()
  return async () => {
    // The last first: none of them is to be judged without the one before it.
    for (const { mid } of [...followers.toReversed(), op]) if (!(await discard(mid))) return t('discard.onItsWay')
    return null
  }
}
