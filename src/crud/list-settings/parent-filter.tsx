import type { Item } from '#contract/list.ts'
import { Combobox } from '#src/ui/combobox.tsx'

export type ParentFilterProps = {
  label: string
  placeholder: string
  parents: readonly Item[]
  value: number | null
  onChange: (parent: number | null) => void
}

/** Shows only what stands below one item of the parent list. */
export function ParentFilter({ label, placeholder, parents, value, onChange }: ParentFilterProps) {
  return (
    <Combobox
      size="sm"
      aria-label={label}
      placeholder={placeholder}
      options={parents
        .filter(item => !item.archivedAt)
        .map(item => ({ value: item.id, label: item.label, search: item.code }))}
      value={value}
      onChange={onChange}
    />
  )
}
