import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { stockCount, type StockCount } from '#contract/modules/stock/stock-count.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useMove, useSave } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useTakes } from '#src/scan/modes/desk.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { CountBoard } from './count-board.tsx'
import { detailsOf } from './paths.ts'

/** Counts the stock by scan: the count that the address names, or the one that is open. */
export function CountMode() {
  const [search, setSearch] = useSearchParams()
  const asked = Number(search.get('count') ?? 0)
  const choose = (id: number) => setSearch({ mode: 'countStock', count: String(id) }, { replace: true })
  const leave = () => setSearch({ mode: 'countStock' }, { replace: true })
  return asked > 0 ? <OneCount key={asked} id={asked} onNone={leave} /> : <Choose onChoose={choose} />
}

function OneCount({ id, onNone }: { id: number; onNone: () => void }) {
  const { t } = useTranslation('stockCount')
  const { row, loading, error } = useRecord(stockCount, id)
  if (row) return <Open count={row} />
  if (loading) return <SkeletonRows rows={4} />
  if (error) return <Failed message={error.message} onAgain={() => location.reload()} />
  return (
    <div className="grid gap-4">
      <TakesNone />
      <EmptyState
        level={2}
        title={t('screen.choose.gone')}
        action={
          <Button size="lg" variant="primary" onClick={onNone}>
            {t('screen.choose.other')}
          </Button>
        }
        className="min-h-0!"
      />
    </div>
  )
}

function Open({ count }: { count: StockCount }) {
  const { t } = useTranslation('stockCount')
  const words = useWords(stockCount)
  const finish = useMove(stockCount, 'finish')
  const [why, setWhy] = useState('')
  const isOpen = count.stage === 'open'
  const end = async () => setWhy(whyNot(await outcomeOf(() => finish(count))))
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-50">
          {count.number ? <RecordNumber number={count.number} /> : words.noun}{' '}
          {count.note && <span className="font-normal text-muted">{count.note}</span>}
        </h2>
        <span className="ms-auto flex flex-wrap gap-2">
          <ButtonLink size="lg" to={detailsOf(count.id)}>
            {t('screen.toDetails')}
          </ButtonLink>
          {isOpen && (
            <Button size="lg" variant="primary" onClick={() => void end()}>
              {words.move('finish')}
            </Button>
          )}
        </span>
      </div>
      {why && <Banner tone="danger">{why}</Banner>}
      {isOpen ? (
        <CountBoard count={count} />
      ) : (
        <>
          <TakesNone />
          <Banner tone="info">{t('screen.over', { stage: words.stage(count.stage) })}</Banner>
        </>
      )}
    </div>
  )
}

/** Says so where something is scanned and nobody counts. */
function TakesNone() {
  const { t } = useTranslation('stockCount')
  const [isRefused, setRefused] = useState(false)
  useTakes(() => {
    setRefused(true)
    playSound('wrong')
  })
  return (
    isRefused && (
      <Banner tone="danger" announce>
        {t('screen.notTaken')}
      </Banner>
    )
  )
}

/** Which of the open counts it is; where there is none, one of everything is begun. */
function Choose({ onChoose }: { onChoose: (id: number) => void }) {
  const { t } = useTranslation('stockCount')
  const words = useWords(stockCount)
  const save = useSave(stockCount)
  const found = useRowsOf(stockCount, { filter: { stage: ['open'] }, sort: '-createdAt' })
  const [why, setWhy] = useState('')
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    const outcome = await outcomeOf(() => save({}))
    setWhy(whyNot(outcome))
    setBusy(false)
    if ((outcome.state === 'saved' || outcome.state === 'waiting') && outcome.row) onChoose(outcome.row.id)
  }
  if (found.loading) return <SkeletonRows rows={4} />
  const buttons = (
    <span className="flex flex-wrap justify-center gap-2">
      <ButtonLink size="lg" to="/stock-count/stock-count-create">
        {t('screen.choose.some')}
      </ButtonLink>
      <Button size="lg" variant="primary" loading={isBusy} onClick={() => void begin()}>
        {t('screen.choose.all')}
      </Button>
    </span>
  )
  return (
    <div className="grid gap-4">
      <TakesNone />
      {why && <Banner tone="danger">{why}</Banner>}
      {found.error && <Failed message={found.error.message} onAgain={found.again} />}
      {found.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={t('screen.choose.none')}
          text={t('screen.choose.noneText')}
          action={buttons}
          className="min-h-0!"
        />
      ) : (
        <>
          <h2 className="text-50">{t('screen.choose.which')}</h2>
          <ul className="overflow-hidden rounded-3 border bg-surface shadow-1">
            {found.rows.map(row => (
              <li key={row.id} className="flex min-h-16 flex-wrap items-center gap-4 border-b px-4 py-2 last:border-0">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{row.number ? <RecordNumber number={row.number} /> : words.noun}</p>
                  <p className="text-30 text-muted wrap-anywhere">
                    {[row.note, formatDateTime(row.startedAt ?? row.createdAt)].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <Button size="lg" variant="primary" onClick={() => onChoose(row.id)}>
                  {t('screen.choose.count')}
                </Button>
              </li>
            ))}
          </ul>
          {buttons}
        </>
      )}
    </div>
  )
}
