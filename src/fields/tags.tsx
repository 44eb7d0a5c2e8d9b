import { Tag } from '#src/ui/tag.tsx'
import { asTexts, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <span className="inline-flex gap-1">
      {asTexts(value).map(tag => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}

export const tags: KindView = { Cell }
