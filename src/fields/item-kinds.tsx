import Check from 'lucide-react/icons/check'
import type { ComponentType } from 'react'
import type { FieldKind } from '#contract/fields.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Swatch } from '#src/ui/swatch.tsx'
import { listItem } from './list-item.tsx'
import { said, short, type Say } from './said.ts'
import { asText, type CellProps, type KindView } from './view.ts'

/** A cell of words alone. `look`: how they stand. */
export function inWords(say: Say, look?: string): ComponentType<CellProps> {
  return function Words({ field, value }: CellProps) {
    const words = say(value, field)
    return look ? <span className={look}>{words}</span> : <>{words}</>
  }
}

const Text = ({ value }: CellProps) => <bdi>{asText(value)}</bdi>

function Url({ value }: CellProps) {
  const address = asText(value)
  const shown = address.replace(/^https:\/\/(www\.)?/, '')
  // A template with placeholders leads nowhere.
  if (address.includes('{')) return <bdi dir="ltr">{shown}</bdi>
  return (
    <a href={address} target="_blank" rel="noreferrer" dir="ltr" className="link">
      {shown}
    </a>
  )
}

function Flag({ field, value }: CellProps) {
  const words = field.words.flag(field.name, value === true)
  if (value !== true) return <span className="text-subtle">{words}</span>
  return (
    <span className="whitespace-nowrap">
      <Icon of={Check} size="xs" className="inline align-[-2px] text-success-text" /> {words}
    </span>
  )
}

function Colour({ value }: CellProps) {
  return (
    <span className="whitespace-nowrap">
      <Swatch colour={asText(value)} className="me-2 align-[-3px]" />
      <bdi dir="ltr" className="text-muted">
        {asText(value)}
      </bdi>
    </span>
  )
}

/** How the fields of settings items look: their lists stand before the other kinds are fetched. */
export const itemKinds = {
  text: { Cell: Text },
  url: { Cell: Url },
  number: { Cell: inWords(said.number, 'tabular-nums'), atEnd: true },
  money: { Cell: inWords(said.money, 'whitespace-nowrap tabular-nums'), atEnd: true },
  flag: { Cell: Flag, label: 'own' },
  choice: { Cell: inWords(short), Page: inWords(said.choice) },
  choices: { Cell: inWords(said.choices), label: 'group' },
  listItem,
  colour: { Cell: Colour },
} satisfies Partial<Record<FieldKind, KindView>>

/** Which of them this is. `kinds.test.ts` sees to it that no settings list has another one. */
export const itemKind = (kind: FieldKind): KindView => itemKinds[kind as keyof typeof itemKinds]
