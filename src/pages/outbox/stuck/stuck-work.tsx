import { useInfiniteQuery } from '@tanstack/react-query'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stuckCall, type StuckWork as Stuck } from '#contract/calls/stuck.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useData } from '#src/data/data.ts'
import { failureOf } from '#src/data/words.ts'
import { useKeptWhileEdited } from '#src/lib/use-kept-while-edited.ts'
import { ask } from '#src/offline/ask.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Count } from '#src/ui/count.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { StuckCard } from './stuck-card.tsx'
import { useAskAgain } from './use-decide.ts'

/** What is stuck of others, for those who may decide about it in their absence. */
export function StuckWork() {
  const { t } = useTranslation('outbox')
  const { stuck, online } = useConnection()
  const askAgain = useAskAgain()
  const [gone, setGone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  // Another number, or the server is back: there may be others by now.
  const look = useEffectEvent((isOnline: boolean, _count: number) => {
    if (isOnline) void askAgain()
  })
  useEffect(() => look(online, stuck), [online, stuck])
  return (
    <section aria-labelledby="outbox-stuck" className="min-w-0">
      <h2
        id="outbox-stuck"
        ref={heading}
        tabIndex={-1}
        className="mb-3 flex items-center gap-2 text-40 font-semibold outline-none"
      >
        {t('stuck.title')}
        {stuck > 0 && <Count of={stuck} tone="danger" />}
      </h2>
      <div className="grid gap-4">
        {!online && (
          <Banner tone="warning" icon={CloudOff} announce>
            {t('stuck.needsServer')}
          </Banner>
        )}
        {gone && (
          <Banner tone="warning" announce onDismiss={() => setGone('')}>
            {gone}
          </Banner>
        )}
        <Cards online={online} onGone={setGone} onLeft={() => heading.current?.focus()} />
      </div>
    </section>
  )
}

type CardsProps = {
  online: boolean
  onGone: (why: string) => void
  /** What had the focus is not there any more. */
  onLeft: () => void
}

/** What is asked for again is all that is shown, one after the other: each page begins where the one before it ends by then. */
const useStuck = () =>
  useInfiniteQuery({
    queryKey: ['call', stuckCall.path],
    queryFn: ({ pageParam, signal }) => ask(stuckCall, pageParam === null ? {} : { after: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

function Cards({ online, onGone, onLeft }: CardsProps) {
  const { t } = useTranslation('outbox')
  const { register } = useData()
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useStuck()
  const listed = data?.pages.flatMap(page => page.stuck)
  // What is being written must not go with its card, should somebody else be faster: they are told when they send it.
  const { gone, onEdited } = useKeptWhileEdited<Stuck>(listed ?? [], ({ mid }) => mid)
  const stuck = listed && [...listed, ...gone]
  const count = stuck?.length ?? 0
  const before = useRef(count)
  const left = useEffectEvent((now: number) => {
    if (now < before.current && document.activeElement === document.body) onLeft()
    before.current = now
  })
  useEffect(() => left(count), [count])
  if (!stuck && !online) return null
  if (isPending)
    return (
      <Card flush>
        <SkeletonRows />
      </Card>
    )
  if (!stuck)
    return (
      <Banner
        tone="danger"
        title={t('stuck.failed')}
        actions={
          <Button size="xs" onClick={() => void refetch()}>
            {t('stuck.again')}
          </Button>
        }
      >
        {failureOf(error)?.message}
      </Banner>
    )
  if (count === 0 && !hasNextPage)
    return (
      <Card>
        <p className="text-30 text-muted">{t('stuck.none')}</p>
      </Card>
    )
  return (
    <>
      {stuck.map(one => {
        const module = register[one.module]
        return (
          module && (
            <StuckCard key={one.mid} module={module} stuck={one} online={online} onGone={onGone} onEdited={onEdited} />
          )
        )
      })}
      {hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={!online}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('stuck.more')}
        </Button>
      )}
    </>
  )
}
