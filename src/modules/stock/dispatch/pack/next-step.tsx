import Handshake from 'lucide-react/icons/handshake'
import PackageCheck from 'lucide-react/icons/package-check'
import PackageOpen from 'lucide-react/icons/package-open'
import Printer from 'lucide-react/icons/printer'
import Truck from 'lucide-react/icons/truck'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { dispatch, type Dispatch, type DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { movesOf } from '#contract/record-rules.ts'
import { useWords } from '#src/fields/words.ts'
import { formatMoney } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { BottomBar } from '#src/parts/bottom-bar.tsx'
import { labelPath } from '../for/kinds.ts'
import { toScan } from './scan.ts'
import type { Steps } from './use-steps.ts'

type Props = {
  row: Dispatch
  items: readonly DispatchItem[]
  /** More is in it than may go. */
  hasSurplus: boolean
  /** What is to be collected with it, as far as this device knows. */
  due: number | null
  /** Keeps what is still being typed; false where something in it is wrong. */
  beforeStep: () => Promise<boolean>
  /** The same, and what the label says is settled. */
  beforeLabel: () => Promise<boolean>
  steps: Steps
  /** The server says that another sum is to be collected. */
  isOtherSum: boolean
}

/** The one thing that comes next, in big; what else can be done with the parcel beside it. */
export function NextStep({ row, items, hasSurplus, due, beforeStep, beforeLabel, steps, isOtherSum }: Props) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const navigate = useNavigate()
  const may = movesOf(dispatch, row, useActor()) as readonly string[]
  const { busy, make } = steps
  const open = toScan(items)
  const step = async (...moves: string[]) => {
    if (await beforeStep()) await make(moves)
  }
  const toLabel = async () => {
    if (await beforeLabel()) await navigate(labelPath(row))
  }
  const relabel = async () => {
    if ((await beforeStep()) && (await make(['relabel'], { codAmount: due }))) await navigate(labelPath(row))
  }
  const back = may.includes('unpack') && (
    <Button size="xl" icon={PackageOpen} loading={busy === 'unpack'} onClick={() => void step('unpack')}>
      {words.move('unpack')}
    </Button>
  )
  const missing = t('screen.step.missing', { count: open })
  if (row.stage === 'draft')
    return (
      <BottomBar>
        {open > 0 && !hasSurplus && (
          <Button size="xl" icon={PackageCheck} loading={busy !== null} onClick={() => void step('pack')}>
            {t('screen.step.packOnly')}
          </Button>
        )}
        <Button
          block
          size="xl"
          variant="primary"
          icon={Truck}
          disabled={open > 0 || hasSurplus}
          loading={busy !== null}
          onClick={() => void step('pack', 'check')}
        >
          {open > 0 ? missing : t('screen.step.close')}
        </Button>
      </BottomBar>
    )
  if (row.stage === 'packed')
    return (
      <BottomBar>
        {back}
        <Button
          block
          size="xl"
          variant="primary"
          icon={PackageCheck}
          disabled={open > 0 || hasSurplus}
          loading={busy === 'check'}
          onClick={() => void step('check')}
        >
          {open > 0 ? missing : t('screen.step.check')}
        </Button>
      </BottomBar>
    )
  if (row.stage === 'checked')
    return (
      <BottomBar>
        {back}
        <Button block size="xl" variant="primary" icon={Printer} onClick={() => void toLabel()}>
          {t('screen.step.label')}
        </Button>
      </BottomBar>
    )
  if (due !== row.codAmount || isOtherSum)
    return (
      <>
        {due !== row.codAmount && (
          <Banner tone="warning" announce>
            {t('screen.step.otherSum', { from: formatMoney(row.codAmount ?? 0), to: formatMoney(due ?? 0) })}
          </Banner>
        )}
        <BottomBar>
          {back}
          <Button
            block
            size="xl"
            variant="primary"
            icon={Printer}
            loading={busy === 'relabel'}
            onClick={() => void relabel()}
          >
            {words.move('relabel')}
          </Button>
        </BottomBar>
      </>
    )
  return (
    <BottomBar>
      {back}
      <Button size="xl" icon={Printer} onClick={() => void toLabel()}>
        {t('screen.label')}
      </Button>
      <Button
        block
        size="xl"
        variant="primary"
        icon={Handshake}
        loading={busy === 'handOver'}
        onClick={() => void step('handOver')}
      >
        {words.move('handOver')}
      </Button>
    </BottomBar>
  )
}
