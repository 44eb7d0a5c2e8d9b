import PackagePlus from 'lucide-react/icons/package-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { MOST_RECEIVED, receivePlaces, type ReceivePlace } from '#contract/modules/stock/receive-units.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { mayMove } from '#contract/rules.ts'
import { useRecord } from '#src/data/use-records.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asNumber, fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { BottomBar } from '#src/parts/bottom-bar.tsx'
import { playSound } from '#src/parts/sounds.ts'
import { useDesk } from '#src/scan/modes/desk.ts'
import { ModeBoard } from '#src/scan/modes/mode-board.tsx'
import { useScanMode } from '#src/scan/modes/use-scan-mode.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { SerialRange } from './serial-range.tsx'
import { useFindNew } from './use-find-new.ts'
import { useReceive, type Incoming } from './use-receive.ts'

const kinds = [unit]
const Reference = inputs.reference
const ListItem = inputs.listItem

/** Takes new devices in: what they are is chosen once, each is scanned, or the first and the last, and one press receives all. */
export function ReceiveUnits() {
  const { t } = useTranslation('unit')
  const words = useWords(unit)
  const { focus } = useDesk()
  const actor = useActor()
  const find = useFindNew()
  const [of, setOf] = useState<number | null>(null)
  const [colour, setColour] = useState<number | null>(null)
  const [place, setPlace] = useState<ReceivePlace>('inStock')
  const [refused, setRefused] = useState('')
  const { row: goods } = useRecord(product, of ?? 0)
  const hasSerials = goods?.serialised !== false
  const scanning = useScanMode<Incoming>({
    name: 'receiveUnits',
    kinds,
    find,
    judge: row => {
      const text = t('screen.receive.knownText', { stage: words.stage(String(row.stage)) })
      return { is: 'wrong', title: t('screen.receive.known'), text, blocks: true }
    },
    judgeNew: (serial, entries) => {
      const wrong = (why: 'chooseFirst' | 'noSerials' | 'full', count = 0) => {
        const text = why === 'chooseFirst' ? t('screen.receive.chooseText') : t(`screen.receive.${why}Text`, { count })
        return { is: 'wrong' as const, title: t(`screen.receive.${why}`), text }
      }
      if (of === null) return wrong('chooseFirst')
      if (!hasSerials) return wrong('noSerials')
      const count = entries.filter(({ state }) => state === 'taken').length
      if (count >= MOST_RECEIVED) return wrong('full', count)
      return { is: 'right', title: serial, text: goods?.name ?? '', data: { product: of, colour, place } }
    },
  })
  const { busy, receive } = useReceive(scanning)
  const { entries } = scanning
  const count = entries.filter(({ state }) => state === 'taken').length
  const finish = async () => {
    setRefused('')
    const done = await receive()
    playSound(done.is === 'refused' ? 'wrong' : 'right')
    if (done.is === 'refused') setRefused(done.why)
    else toast(t(done.is === 'kept' ? 'screen.receive.kept' : 'screen.receive.done', { count: done.count }))
    focus()
  }
  const places = receivePlaces.filter(name => name === 'inStock' || mayMove(unit, unit.moves!.quarantine, actor))
  return (
    <>
      <section aria-label={t('screen.receive.what')} className="grid gap-3">
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field label={words.field('product')}>
            <Reference
              field={fieldView(unit, 'product', words)}
              value={of}
              onChange={value => {
                setOf(asNumber(value))
                setColour(null)
              }}
            />
          </Field>
          <Field label={words.field('colour')}>
            <ListItem
              field={fieldView(unit, 'colour', words)}
              value={colour}
              onChange={value => setColour(asNumber(value))}
            />
          </Field>
        </div>
        {places.length > 1 && (
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="mb-2 text-30 font-medium">{t('screen.receive.place')}</legend>
            {places.map(name => (
              <Button
                key={name}
                variant={name === place ? 'primary' : 'secondary'}
                aria-pressed={name === place}
                onClick={() => {
                  setPlace(name)
                  focus()
                }}
              >
                {words.stage(name)}
              </Button>
            ))}
          </fieldset>
        )}
      </section>
      {refused && (
        <Banner tone="danger" announce onDismiss={() => setRefused('')}>
          {refused}
        </Banner>
      )}
      <ModeBoard
        scanning={scanning}
        counter={{ done: count, total: null, text: t('screen.receive.toReceive') }}
        first={
          of === null
            ? { title: t('screen.receive.chooseFirst'), text: t('screen.receive.chooseText') }
            : { title: t('screen.receive.first'), text: t('screen.receive.firstText') }
        }
        locked={busy}
        onClear={entries.length > 0 ? () => void scanning.clear() : undefined}
      >
        <SerialRange words={words} disabled={of === null || busy} onAdd={scanning.takeNew} />
      </ModeBoard>
      {count > 0 && (
        <BottomBar>
          <Button
            size="xl"
            variant="primary"
            icon={PackagePlus}
            loading={busy}
            disabled={scanning.busy || scanning.blocked}
            onClick={() => void finish()}
          >
            {t('screen.receive.do', { count })}
          </Button>
        </BottomBar>
      )}
    </>
  )
}
