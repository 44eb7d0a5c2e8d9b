import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allFields, type Row } from '#contract/module.ts'
import { movesOf } from '#contract/record-rules.ts'
import { reveals } from '#contract/rules.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useMoveDeeds } from './detail-moves.tsx'
import { DetailPart } from './detail-part.tsx'
import { FactList } from './fact-list.tsx'
import { LabelButtons } from './label-ways.tsx'
import { readScreens, type Pages, type Screens } from './screens.ts'
import { StageWhy } from './stage-why.tsx'

/** Facts that are shown of a record whose page has no panel of its own. */
const FEW = 6

type Props = { screens: Screens; record: Row }

/** A record where one looks something up: its panel, or the first facts of its list, and the moves that it allows now. */
export function InShort({ pages, record }: { pages: Pages; record: Row }) {
  const screens = readScreens(pages)
  return (
    <div className="grid gap-5">
      <StageWhy screens={screens} record={record} />
      {screens.panel ? (
        <DetailPart>
          <screens.panel record={record} screens={screens} />
        </DetailPart>
      ) : (
        <Facts screens={screens} record={record} />
      )}
      <Next screens={screens} record={record} />
    </div>
  )
}

function Facts({ screens: { module, columns }, record }: Props) {
  const actor = useActor()
  const names = columns.filter(
    name => name !== module.title && name in allFields(module) && reveals(module, name, actor),
  )
  return <FactList module={module} names={names.slice(0, FEW)} row={record} />
}

function Next({ screens, record }: Props) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [refused, setRefused] = useState('')
  const title = titleOf(module, record) || t('detail.noTitle', { noun: words.noun })
  const { busy, press, dialog } = useMoveDeeds(screens, record, title, setRefused)
  const moves = movesOf(module, record, useActor()).filter(move => module.moves![move]!.to)
  return (
    <div className="grid gap-3 empty:hidden">
      <Refused why={refused} onDismiss={() => setRefused('')} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {moves.map(move => (
          <Button key={move} size="lg" loading={busy === move} onClick={() => press(move)}>
            {words.move(move)}
          </Button>
        ))}
        <LabelButtons screens={screens} row={record} size="lg" />
      </div>
      {dialog}
    </div>
  )
}
