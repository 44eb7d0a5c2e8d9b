import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXPORT_LIMIT, exportPath, type ExportFormat, type ExportInput } from '#contract/calls/work.ts'
import { hiddenFields } from '#contract/rules.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { failureOf } from '#src/data/words.ts'
import { nounFor, useWords } from '#src/fields/words.ts'
import { formatBytes, formatNumber } from '#src/lib/format.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { download } from '#src/offline/download.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { RadioGroup } from '#src/ui/radio-group.tsx'
import type { ListModel, Target } from '../list/model.ts'
import type { Question } from '../list/state.ts'
import { questionOf } from './bulk-target.ts'
import { exportProgress, nothingCame, type Came } from './export-progress.ts'

type Props = {
  list: ListModel
  /** Only the selected rows. */
  selected?: boolean | undefined
  onClose: () => void
}

/** What the list shows, as a file: the same rows, columns and order. */
export function ExportDialog({ list, selected = false, onClose }: Props) {
  const { module, columns, selection, rows } = list
  const { t, i18n } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const { online } = useConnection()
  const [target] = useState(() => (selected ? selection.target : null))
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [running, setRunning] = useState<{ stop: AbortController; came: Came } | null>(null)
  const [failed, setFailed] = useState('')

  const fetchFile = async () => {
    const stop = new AbortController()
    setRunning({ stop, came: nothingCame })
    setFailed('')
    const asked = { format, columns: columns.map(column => column.name).join(','), language: i18n.language }
    try {
      const add = exportProgress(format)
      const watch = {
        signal: stop.signal,
        onPart: (part: Uint8Array, headers: Headers) => setRunning({ stop, came: add(part, headers) }),
      }
      const { file, name } = target
        ? await download('POST', exportPath(module), {
            json: { ...asked, ...rowsOf(target, list.question) } satisfies ExportInput,
            ...watch,
          })
        : await download('GET', exportPath(module), { search: { ...asked, ...questionOf(list.question) }, ...watch })
      saveFile(file, name ?? `${module.name}.${format}`)
      onClose()
    } catch (error) {
      setRunning(null)
      if (!stop.signal.aborted) setFailed(failureOf(error)!.message)
    }
  }
  const stop = () => {
    running?.stop.abort()
    onClose()
  }

  const count = selected ? selection.count : rows.total && !rows.total.more ? rows.total.count : null
  const hidden = hiddenFields(module, actor).length
  const left = [
    ...(count === null || count > EXPORT_LIMIT
      ? [t('listWork.export.cap', { limit: formatNumber(EXPORT_LIMIT), nouns: words.nouns })]
      : []),
    ...(hidden > 0 ? [t('listWork.export.hidden', { count: hidden })] : []),
    t('listWork.export.onlyShown'),
  ]
  return (
    <FormDialog
      sticky={running !== null}
      onClose={stop}
      title={t('listWork.export.title', { nouns: words.nouns })}
      description={t('listWork.export.what', {
        shown: count === null ? t('listWork.allMatching') : formatNumber(count),
        nouns: count === null ? words.nouns : nounFor(words, count),
        count: columns.length,
      })}
      onSubmit={() => {
        if (!running && online) void fetchFile()
      }}
      submitLabel={t('listWork.export.do')}
      busy={running !== null}
      disabled={!online}
      refused={failed}
      wayOut={running ? { label: t('listWork.export.stop'), onPress: stop } : undefined}
    >
      {!online && <Banner tone="info">{t('listWork.export.offline')}</Banner>}
      {running ? (
        <Progressing came={running.came} />
      ) : (
        <Field label={t('listWork.export.format')} group>
          <RadioGroup
            value={format}
            onChange={setFormat}
            options={[
              { value: 'xlsx' as const, label: t('listWork.export.xlsx'), hint: t('listWork.export.xlsxHint') },
              { value: 'csv' as const, label: t('listWork.export.csv'), hint: t('listWork.export.csvHint') },
            ]}
          />
        </Field>
      )}
      <ul className="grid list-disc gap-1 ps-5 text-30 text-muted">
        {left.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </FormDialog>
  )
}

function Progressing({ came: { bytes, rows, total } }: { came: Came }) {
  const { t } = useTranslation('crud')
  const size = formatBytes(bytes)
  const all = total === null ? '' : formatNumber(total)
  const share = rows !== null && total ? rows / total : undefined
  return (
    <div className="grid gap-2">
      <Progress label={t('listWork.export.progress')} value={share} />
      <p className="text-30 text-muted tabular-nums">
        {bytes === 0
          ? t('listWork.export.preparing')
          : total === null
            ? t('listWork.export.came', { size })
            : rows === null
              ? t('listWork.export.cameOf', { size, total: all })
              : t('listWork.export.cameRows', { rows: formatNumber(rows), total: all })}
      </p>
    </div>
  )
}

/** The selected rows, in the order of the list. */
const rowsOf = (target: Target, question: Question): Pick<ExportInput, 'question' | 'ids' | 'except'> =>
  'ids' in target
    ? { question: questionOf(question), ids: [...target.ids] }
    : { question: questionOf({ ...target.question, sort: question.sort }), except: [...target.except] }
