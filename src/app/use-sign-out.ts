import { useTranslation } from 'react-i18next'
import { useData } from '#src/data/data.ts'
import { loadShut } from '#src/data/open-store.ts'
import { readConnection } from '#src/offline/connection.ts'
import { countWaiting } from '#src/offline/outbox/count.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { everythingIsKept, somethingIsOpen, somethingIsTyped, whatIsTypedIsKept } from '#src/session/dirty.ts'
import { useMe } from '#src/session/house.ts'
import { signOut } from '#src/session/session.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { askAboutUnsent } from './unsent-dialog-open.ts'

/** What is typed and not saved: lost, or kept as a draft. */
type Typed = 'unsaved' | 'draft' | null

/** A photo that found no room is told of with what is unsent. One that is just being taken up counts nowhere yet, and is asked about. */
export function whatIsTyped(): Typed {
  const hasUnkept = readUnkept() > 0
  if (!(hasUnkept ? somethingIsTyped() : somethingIsOpen())) return null
  return (hasUnkept ? whatIsTypedIsKept() : everythingIsKept()) ? 'draft' : 'unsaved'
}

/** Asks what has to be known before somebody leaves, as one question. Answers whether they do. */
export function useLeaveQuestion(): (typed: Typed) => Promise<boolean> {
  const { t } = useTranslation('shell')
  return async typed => {
    const isAway = !readConnection().online
    if (!typed && !isAway) return true
    const first = typed ?? 'away'
    return confirm({
      title: t(`profile.${first}Title`),
      text: [typed && t(`profile.${typed}Text`), isAway && t('profile.awayText')].filter(Boolean).join(' '),
      confirmLabel: t('profile.signOut'),
      cancelLabel: t('profile.stay'),
      danger: true,
    })
  }
}

/** Signs out; where a form has something unsaved, or something is unsent, or nobody could come back, only as the person says. */
export function useSignOut(): () => void {
  const { db, opened } = useData()
  const { userId } = useMe()
  const mayLeave = useLeaveQuestion()
  /** Null: it cannot be counted. One that was open is closed where another tab has opened a newer build. */
  const countKept = async () => {
    if (opened && !db && !readConnection().shut) return 0
    const counted = db && (await countWaiting(db).catch(() => null))
    return (
      counted ??
      loadShut()
        .then(({ countShut }) => countShut(userId))
        .catch(() => null)
    )
  }
  const leave = async () => {
    const typed = whatIsTyped()
    if (typed && !(await mayLeave(typed))) return
    // Counted now: the page may not have seen yet what waits.
    const kept = await countKept()
    if (kept === null || kept + readUnkept() > 0) askAboutUnsent()
    else if (typed || (await mayLeave(null))) await signOut()
  }
  return () => void leave()
}
