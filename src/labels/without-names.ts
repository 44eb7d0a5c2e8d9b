import { t } from 'i18next'
import { formatList } from '#src/lib/format.ts'
import { confirm } from '#src/ui/confirm.tsx'

/** So many are named. */
const NAMED = 5

/** Asks whether labels are printed though names on them have not come. */
export const withoutNames = (titles: readonly string[]): Promise<boolean> =>
  confirm({
    title: t('label:nameless.title', { count: titles.length }),
    text: t('label:nameless.text', { count: titles.length, names: formatList(titles.slice(0, NAMED)) }),
    confirmLabel: t('label:nameless.print'),
  })
