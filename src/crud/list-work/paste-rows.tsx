import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/rules.ts'
import { planSheet } from '#contract/sheet-plan.ts'
import type { Finder } from '#contract/value-text.ts'
import { useData } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { failureOf } from '#src/data/words.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber, houseNow } from '#src/lib/format.ts'
import { untilOver } from '#src/lib/until-over.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import type { ListModel } from '../list/model.ts'
import { OutOfReach, useOutOfReach } from '../needs-server.tsx'
import { askToLeave, useHoldOpen, useLeaveGuard } from '#src/session/leave.ts'
import { findNames, MOST_NAMES } from '#src/data/find-names.ts'
import { byPosition, namesIn, pasteFields, planPaste, targetsOf, type PasteMode } from './paste-plan.ts'
import { PasteTable } from './paste-table.tsx'
import { standingRows, targetIds } from './target-rows.ts'
import { usePasteRun, type PasteRun } from './use-paste-run.ts'
import { nothingLooked } from '#src/data/value-text.ts'

type Props = {
  list: ListModel
  /** What was on the clipboard; empty where it is to be pasted here. */
  text: string
  onClose: () => void
}

/** More than this belongs into an import. */
const MOST = 1_000

/** Cells of a spreadsheet over rows of the list, or as new records: first what would become of them, then the writing. */
export function PasteRows({ list, text: pasted, onClose }: Props) {
  const { module } = list
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const data = useData()
  const runner = usePasteRun(module)
  const modes = (['change', 'new'] as const).filter(
    mode => mayPaste(list, mode) && can(actor, module, mode === 'new' ? 'create' : 'edit'),
  )
  const [text, setText] = useState(pasted)
  const shownText = useDeferredValue(text)
  const around = { module, words, actor, t }
  const mayFill = (['new', 'change'] as const).map(mode => pasteFields(around, mode))
  const shown = list.columns.map(column => column.name)
  const isOver = pasted !== '' && modes.includes('change')
  const [chosenSplit, setIsSplit] = useState<boolean | null>(null)
  const [chosenHead, setHasHead] = useState<boolean | null>(null)
  const sheet = planSheet({
    text: shownText,
    targets: targetsOf(around, [...new Set(mayFill.flat())]),
    nouns: [words.noun, words.nouns],
    currency: houseNow().currency,
    place: isOver ? (shown[list.place.column] ?? null) : null,
    isSplit: chosenSplit,
    hasHead: chosenHead,
  })
  const { head, hasHead, lines, delimiter, isSplit, width } = sheet
  const [chosenMode, setMode] = useState<PasteMode | null>(null)
  const mode = chosenMode ?? (isOver && !head ? 'change' : (modes.at(-1) ?? 'new'))
  const isNothing = width === 0
  const names = mayFill[mode === 'new' ? 0 : 1]!
  const start = mode === 'change' ? list.place.column : 0
  const [chosen, setChosen] = useState<Readonly<Record<number, string | null>>>({})
  const guess =
    head?.map(name => (name !== null && names.includes(name) ? name : null)) ?? byPosition(shown, names, start, width)
  const mapping = Array.from({ length: width }, (_, index) =>
    index in chosen ? chosen[index]! : (guess[index] ?? null),
  )

  const { online } = useConnection()
  const [found, setFound] = useState<{ of: string; find: Finder; failed: string; tooMany: boolean } | null>(null)
  const wanted = namesIn(module, lines.slice(0, MOST), mapping)
  const key = JSON.stringify(wanted.map(({ meta, texts }) => [meta.list ?? meta.module, [...texts]]))
  const isLooking = found?.of !== key
  // What the server alone knows is looked up when it is there again.
  const looksAgain = online && !isLooking && found.failed !== ''
  useEffect(() => {
    if (!isLooking && !looksAgain) return
    return untilOver(
      findNames(data, wanted).catch((failure: unknown) => ({ find: nothingLooked, failure, tooMany: false })),
      ({ find, failure, tooMany }) => setFound({ of: key, find, failed: failureOf(failure)?.message ?? '', tooMany }),
    )
    // oxlint-disable-next-line react/exhaustive-deps -- the key says which names are looked up
  }, [key, looksAgain])

  const [standing] = useState(() => standingRows(list))
  const over = mode === 'change' ? targetIds(standing, lines.length, sheet.emptyAtEnd) : []
  const plan = planPaste({
    ...around,
    mode,
    mapping,
    lines: lines.slice(0, MOST),
    rows: over.map(id => list.rows.at(list.rows.indexOf(id))),
    find: isLooking ? null : found.find,
  })
  const good = plan.filter(line => Object.keys(line.errors).length === 0)
  const ready = good.filter(line => mode === 'new' || Object.keys(line.values).length > 0)
  const wrong = plan.length - good.length
  const [report, setReport] = useState<PasteRun | null>(null)
  const isOpen = text !== '' && runner.run === null
  useHoldOpen(isOpen)
  // There is no draft of cells: their loss is said, unless they are still on the clipboard just as they stand here.
  const isLost = isOpen && text !== pasted
  useLeaveGuard(() => isLost)
  const close = async () => {
    if (!isLost || (await askToLeave(t))) onClose()
  }

  const away = useOutOfReach(!module.offline.write)
  const submit = async () => {
    if (runner.run || isLooking || away || ready.length === 0) return
    setReport(null)
    const result = await runner.start(ready)
    // New rows are to be seen at their place; changed ones stay where they are.
    if (mode === 'new') list.rows.refresh()
    const left = result.total - result.done
    if (result.failed.length === 0 && wrong === 0 && left === 0) return onClose()
    setReport(result)
    // What was written is taken out; what was not stays to be corrected.
    const done = new Set(ready.slice(0, result.done).map(line => line.number))
    for (const { line } of result.failed) done.delete(line.number)
    if (mode === 'new') setText(sheet.without(done))
  }
  const { run } = runner
  return (
    <FormDialog
      sticky
      size="lg"
      onClose={run ? runner.stop : () => void close()}
      title={t('listWork.paste.title', { nouns: words.nouns })}
      onSubmit={() => void submit()}
      submitLabel={t(mode === 'new' ? 'listWork.paste.add' : 'listWork.paste.change', {
        count: ready.length,
        shown: formatNumber(ready.length),
      })}
      busy={run !== null || isLooking}
      disabled={away || ready.length === 0}
      wayOut={run ? { label: t('listWork.paste.stop'), onPress: runner.stop } : undefined}
    >
      <OutOfReach away={away} />
      {found?.failed && <Banner tone="danger">{found.failed}</Banner>}
      {found?.tooMany && (
        <Banner tone="warning">{t('listWork.paste.tooManyNames', { most: formatNumber(MOST_NAMES) })}</Banner>
      )}
      {report && (
        <Banner
          tone="warning"
          announce
          title={t('listWork.paste.partly', { done: report.done - report.failed.length, left: report.failed.length })}
        >
          <ul>
            {report.failed.slice(0, 10).map(({ line, message }) => (
              <li key={line.number}>{t('listWork.paste.failedLine', { number: line.number, message })}</li>
            ))}
          </ul>
        </Banner>
      )}
      {run ? (
        <div className="grid gap-2">
          <Progress label={t('listWork.work.progress')} value={run.total > 0 ? run.done / run.total : undefined} />
          <p className="text-30 tabular-nums">
            {t('listWork.work.doneOf', { done: formatNumber(run.done), total: formatNumber(run.total) })}
          </p>
        </div>
      ) : isNothing || pasted === '' ? (
        <Field label={t('listWork.paste.cells')} hint={t('listWork.paste.how')}>
          <TextArea
            rows={isNothing ? 8 : 3}
            data-rows
            // What becomes of the cells is what they look at then.
            className={isNothing ? '' : 'field-sizing-fixed'}
            value={text}
            onChange={next => {
              setText(next)
              setChosen({})
              setReport(null)
            }}
          />
        </Field>
      ) : null}
      {!run && !isNothing && (
        <>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {modes.length > 1 && (
              <SegmentedControl
                label={t('listWork.paste.mode')}
                value={mode}
                onChange={next => {
                  setMode(next)
                  setChosen({})
                }}
                options={modes.map(one => ({
                  value: one,
                  label: t(`listWork.paste.modes.${one}`, { nouns: words.nouns }),
                }))}
              />
            )}
            <Checkbox label={t('listWork.paste.hasHead')} checked={hasHead} onChange={setHasHead} />
            {delimiter !== null && (
              <Checkbox
                label={t('listWork.paste.split', { delimiter })}
                checked={isSplit}
                onChange={next => {
                  setIsSplit(next)
                  setChosen({})
                }}
              />
            )}
            <span role="status" className="ms-auto text-30 text-muted tabular-nums">
              {isLooking
                ? t('listWork.paste.lookingUp')
                : t('listWork.paste.summary', {
                    ready: formatNumber(ready.length),
                    same: formatNumber(good.length - ready.length),
                    wrong: formatNumber(wrong),
                  })}
            </span>
          </div>
          {lines.length > MOST && (
            <Banner tone="warning">{t('listWork.paste.tooMany', { most: formatNumber(MOST) })}</Banner>
          )}
          <PasteTable
            module={module}
            names={names}
            mapping={mapping}
            lines={plan}
            onMap={(column, name) => setChosen(now => ({ ...now, [column]: name }))}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Rows of the archive are brought back first. */
const mayPaste = (list: ListModel, mode: PasteMode) =>
  !list.question.archived && (mode === 'new' || (!list.module.appendOnly && list.rows.count > 0))
