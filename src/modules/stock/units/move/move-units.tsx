import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useMoves } from '#src/data/use-writes.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { isOver } from '#src/scan/modes/entries.ts'
import { ModeBoard } from '#src/scan/modes/mode-board.tsx'
import { useDesk } from '#src/scan/modes/desk.ts'
import { useScanMode } from '#src/scan/modes/use-scan-mode.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { backOf, isTheirs, mayBePut, placeOf, placingMovesFor } from './places.ts'

type Placed = { move: string; back: string | null }

const kinds = [unit]

/** Puts devices somewhere else, one after the other: where to is chosen once, and each is moved as it is scanned. */
export function MoveUnits() {
  const { t } = useTranslation('unit')
  const words = useWords(unit)
  const { db } = useData()
  const { focus } = useDesk()
  const actor = useActor()
  const places = useRecordPlaces()
  const moves = placingMovesFor(actor)
  const make = useMoves(unit)
  const [move, setMove] = useState<string | null>(null)
  /** How many there are to move, where somebody has counted them. */
  const [goal, setGoal] = useState<number | string | null>(null)
  const scanning = useScanMode<Placed>({
    name: 'moveUnits',
    kinds,
    judge: row => {
      const device = row as unknown as Unit
      const { id, serial, stage } = device
      const wrong = (text: string, blocks = false) => ({ is: 'wrong' as const, title: serial, text, blocks })
      if (move === null) return wrong(t('screen.move.chooseFirst'))
      if (stage === placeOf(move)) return wrong(t('screen.move.there', { stage: words.stage(stage) }))
      if (!mayBePut({ stage }, move))
        // Nobody looks at the screen: it would lie among those that were moved.
        return wrong(t('screen.move.notFrom', { stage: words.stage(stage), move: words.move(move) }), true)
      if (isTheirs(device, move)) {
        const to = places?.pathTo(unit.name, id, action => can(actor, unit, action))
        const next = to === undefined ? undefined : { label: t('screen.move.open'), to }
        return { ...wrong(t('screen.move.theirs'), true), next }
      }
      const way = t('screen.move.way', { from: words.stage(stage), to: words.stage(placeOf(move)) })
      return { is: 'right', title: serial, text: way, data: { move, back: backOf(move, stage, device) } }
    },
    act: async ({ about, data }) => make(await readRecord(db, unit, about.id), data.move),
    canTakeBack: ({ data }) => data.back !== null,
    takeBack: async ({ about, data }) => make(await readRecord(db, unit, about.id), data.back!),
  })
  const { entries } = scanning
  const done = entries.filter(isOver).length
  const total = typeof goal === 'number' && goal > 0 ? Math.max(goal, done) : null
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-2 text-40 font-semibold">{t('screen.move.where')}</legend>
          {moves.map(name => (
            <Button
              key={name}
              size="lg"
              variant={name === move ? 'primary' : 'secondary'}
              aria-pressed={name === move}
              // What was scanned goes where it was meant to.
              disabled={scanning.busy}
              onClick={() => {
                setMove(name)
                focus()
              }}
            >
              {words.move(name)}
            </Button>
          ))}
        </fieldset>
        <Field label={t('screen.move.howMany')} className="w-36">
          <NumberInput size="lg" value={goal} onChange={setGoal} min={1} />
        </Field>
      </div>
      <ModeBoard
        scanning={scanning}
        counter={{
          done,
          total,
          progress: t('screen.move.progress'),
          text:
            total !== null
              ? t('screen.move.left', { count: total - done })
              : move === null
                ? t('screen.move.moved')
                : words.stage(placeOf(move)),
        }}
        first={
          move === null
            ? { title: t('screen.move.chooseFirst'), text: t('screen.move.chooseText') }
            : { title: t('screen.move.first'), text: t('screen.move.firstText', { move: words.move(move) }) }
        }
        onClear={entries.length > 0 ? () => void scanning.clear() : undefined}
      />
    </>
  )
}
