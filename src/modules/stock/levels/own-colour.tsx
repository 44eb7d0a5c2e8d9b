import { product } from '#contract/modules/catalogue/product.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { useRecord } from '#src/data/use-records.ts'
import { Input } from '#src/fields/inputs/list-item.tsx'

/** The colour of what is moved: one of those of the product in the form, where it comes in some. */
export function OwnColour({ around: { form }, ...props }: OwnInputProps) {
  const { row } = useRecord(product, Number(form.values.product ?? 0))
  const colours = row?.colours ?? []
  return <Input {...props} {...(colours.length > 0 && { only: ({ id }) => colours.includes(id) })} />
}
