import { asText, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
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

export const url: KindView = { Cell }
