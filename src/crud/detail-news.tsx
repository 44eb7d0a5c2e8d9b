import { useTranslation } from 'react-i18next'
import { same } from '#contract/merge.ts'
import { allFields } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'
import { useHistory } from '#src/data/use-facts.ts'
import { useWords } from '#src/fields/words.ts'
import { formatList } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useThisRecord } from './this-record.tsx'

/** Somebody else changed the record that is being read: who, and what. The page stays as it is until it is asked for. */
export function DetailNews() {
  const { module, seen, row, show } = useThisRecord()
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const { entries } = useHistory(module, row.id)
  const who = entries?.find(entry => entry.version > seen.version)?.actorName
  const fields = Object.keys(allFields(module)).filter(
    name => reveals(module, name, actor) && !same(seen[name], row[name]),
  )
  const names = [...(seen.stage === row.stage ? [] : ['stage']), ...fields].map(name => words.field(name))
  const what = names.length > 0 ? formatList(names.slice(0, 3)) : t('detail.something')
  return (
    <Banner
      tone="info"
      className="mb-4"
      announce
      title={who ? t('detail.news', { who, what }) : t('detail.newsBySomebody', { what })}
      actions={
        <Button size="xs" onClick={show}>
          {t('detail.show')}
        </Button>
      }
    >
      {t('detail.newsText')}
    </Banner>
  )
}
