import Printer from 'lucide-react/icons/printer'
import Tag from 'lucide-react/icons/tag'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { piece } from '#src/lib/piece.ts'
import { useAddLabels, useHasLabel } from '#src/labels/use-add-labels.ts'
import { Button } from '#src/ui/button.tsx'
import type { Size } from '#src/ui/size.ts'
import type { Screens } from './screens.ts'

const PrintNow = piece(() => import('#src/labels/print-now.tsx').then(it => it.PrintNow))

type Props = { screens: Screens; row: Row; size: Size }

/** The label of a record, where it has one: on paper at once, or later with others. */
export function LabelButtons({ screens: { module, label }, row, size }: Props) {
  const { t } = useTranslation('label')
  const has = useHasLabel(module)
  const add = useAddLabels()
  const [printing, setPrinting] = useState(false)
  if (!has || !label) return null
  return (
    <>
      <Button size={size} icon={Printer} disabled={printing} onClick={() => setPrinting(true)}>
        {t('label:printOne')}
      </Button>
      <Button size={size} icon={Tag} onClick={() => void add([{ module: module.name, id: row.id }])}>
        {t('label:add')}
      </Button>
      {printing && (
        <Suspense>
          <PrintNow module={module} load={label} row={row} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </>
  )
}
