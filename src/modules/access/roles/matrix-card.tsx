import Search from 'lucide-react/icons/search'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#src/lib/format.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { Card } from '#src/ui/card.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { withoutList } from './impact.ts'
import { codesOf, findLines, isUsed, linesOf, parts, type Part } from './lines.ts'
import { Matrix } from './matrix.tsx'
import type { RoleForm } from './use-role-form.ts'

const names = Object.keys(parts) as Part[]

/** The matrix with what helps to find one's way in it. */
export function MatrixCard({ form, label, readOnly }: { form: RoleForm; label: string; readOnly: boolean }) {
  const { compared, after, me, register, dispatch } = form
  const { t } = useTranslation(['access', 'role'])
  const [part, setPart] = useState<Part>('modules')
  const [wanted, setWanted] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const keys = useShortcut('search', () => search.current?.focus())
  const groups = findLines(parts[part], useDeferredValue(wanted), line => t(`lines.${line.name}`))
  const granted = new Set<string>(after.permissions)
  const codes = linesOf(part).flatMap(codesOf)
  const unused = after.permissions.filter(code => !isUsed(code)).length
  const find = t(`editor.find.${part}`)
  return (
    <section aria-label={label} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <TextInput
          ref={search}
          type="search"
          size="sm"
          icon={Search}
          className="max-w-64 min-w-32 flex-1 basis-32 max-sm:max-w-none max-sm:basis-full"
          aria-label={find}
          placeholder={find}
          aria-keyshortcuts={keys}
          clearable
          value={wanted}
          onChange={setWanted}
        />
        <SegmentedControl
          label={t('parts.label')}
          className="max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:*:flex-auto max-sm:*:px-2"
          value={part}
          onChange={setPart}
          options={names.map(value => ({ value, label: t(`parts.${value}`), count: linesOf(value).length }))}
        />
        <span className="ms-auto text-30 whitespace-nowrap text-subtle" role="status">
          {t('editor.granted', { granted: codes.filter(code => granted.has(code)).length, all: codes.length })}
        </span>
      </div>
      <Card flush>
        {groups.length > 0 ? (
          <Matrix
            key={part}
            label={label}
            part={part}
            groups={groups}
            before={compared}
            after={after}
            me={me}
            readOnly={readOnly}
            hinted={new Set(withoutList(granted).map(line => line.name))}
            register={register}
            dispatch={dispatch}
          />
        ) : (
          <p className="p-6 text-center text-muted">{t('editor.noLine')}</p>
        )}
      </Card>
      <div className="grid gap-1 text-20 text-subtle">
        <p className="pointer-coarse:hidden">{t('editor.keys')}</p>
        {codes.some(code => !me.permissions.has(code)) && <p>{t('editor.notMineNote')}</p>}
        {unused > 0 && <p>{t('editor.unusedNote', { count: unused, shown: formatNumber(unused) })}</p>}
      </div>
    </section>
  )
}
