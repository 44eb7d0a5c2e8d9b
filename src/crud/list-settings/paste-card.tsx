import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasteAnswer } from '#contract/calls/records.ts'
import type { Item, List } from '#contract/list.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { usePaste } from '#src/data/use-paste.ts'
import { useWords } from '#src/fields/words.ts'
import { useHoldOpen } from '#src/session/leave.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Icon, type IconType } from '#src/ui/icon.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { OutOfReach, useOutOfReach } from '../needs-server.tsx'
import { sayWrong as sayUnread } from '../list-work/paste-plan.ts'
import { isOfItem, linesAt, readPaste, withoutLines, type PasteLine } from './paste.ts'

export type PasteCardProps = { list: List; items: readonly Item[]; parents: readonly Item[]; parent: number | null }
type Result = { added: number; left: { label: string; message: string }[] }

/** So many lines are told one by one; the rest as a number. */
const SHOWN = 6

/** Many items at once, from a sheet or a message: what will happen is shown before it does. */
export function PasteCard({ list, items, parents, parent }: PasteCardProps) {
  const { t } = useTranslation('crud')
  const words = useWords(list)
  const paste = usePaste(list)
  const away = useOutOfReach()
  const [text, setText] = useState('')
  useHoldOpen(text.trim() !== '')
  const { busy, refused: failed, run } = useDeed()
  const [result, setResult] = useState<Result | null>(null)
  const [isSplit, setIsSplit] = useState<boolean | null>(null)
  const [hasHead, setHasHead] = useState<boolean | null>(null)
  const context = { list, items, parents, parent, words, isSplit, hasHead }
  const { sheet, lines } = readPaste(useDeferredValue(text), context)
  const fresh = lines.filter(line => line.state === 'new')
  const known = lines.filter(line => line.state === 'known' || line.state === 'twice')
  const wrong = lines.filter(line => line.state === 'wrong')

  const send = async () => {
    // The text may be newer than what was last drawn.
    const { sheet, lines: read } = readPaste(text, context)
    const now = read.filter(line => line.state === 'new')
    if (now.length === 0 || busy) return
    setResult(null)
    const items = now.map(({ label, stage, parent, more }) => ({
      ...more,
      label,
      ...(stage === undefined ? {} : { stage }),
      ...(parent === undefined ? {} : { parent }),
    }))
    let answer: PasteAnswer = { rows: [], lines: [], problems: [] }
    const isAdded = await run(async () => {
      const pasted = await paste(items)
      if ('failure' in pasted) return pasted.failure.message
      answer = pasted
      return null
    })
    if (!isAdded) return
    const refused = new Map(answer.problems.map(problem => [now[problem.index]?.number, problem.message]))
    setResult({
      added: answer.rows.length,
      left: now.flatMap(line => {
        const message = refused.get(line.number)
        return message === undefined ? [] : [{ label: line.label, message }]
      }),
    })
    // What could not be added stays to be corrected, and so does what was typed meanwhile.
    const over = read.filter(line => line.state !== 'wrong' && !refused.has(line.number))
    // A head with nothing below it is of no more use.
    const head = over.length === read.length && sheet.headAt !== null ? [{ number: sheet.headAt }] : []
    const delimiter = sheet.isSplit && sheet.delimiter !== null ? sheet.delimiter : '\t'
    setText(now => withoutLines(now, linesAt(text, [...head, ...over], delimiter), delimiter))
  }
  const help =
    list.list.stages.length > 0 ? t('paste.withStage') : list.list.parent ? t('paste.withParent') : t('paste.plain')
  return (
    <Card
      title={t('paste.title')}
      aside={
        fresh.length + known.length > 0 && (
          <Badge>{t('paste.summary', { new: fresh.length, known: known.length })}</Badge>
        )
      }
    >
      <div className="grid gap-3">
        <p id="paste-help" className="text-20 text-pretty text-muted pointer-coarse:text-30">
          {help}
        </p>
        <TextArea
          aria-label={t('paste.items')}
          aria-describedby="paste-help"
          rows={6}
          data-rows
          value={text}
          onChange={next => {
            setText(next)
            setResult(null)
          }}
        />
        {sheet.head !== null || hasHead !== null ? (
          <Checkbox label={t('listWork.paste.hasHead')} checked={sheet.hasHead} onChange={setHasHead} />
        ) : null}
        {sheet.delimiter !== null && (sheet.delimiter === ';' || sheet.isSplit) && (
          <Checkbox
            label={t('listWork.paste.split', { delimiter: sheet.delimiter })}
            checked={sheet.isSplit}
            onChange={setIsSplit}
          />
        )}
        <ul aria-live="polite" className="grid gap-2 text-30 empty:hidden">
          {fresh.length > 0 && (
            <Line icon={CircleCheck} tone="text-success-text">
              {t('paste.willAdd', { count: fresh.length })}
            </Line>
          )}
          {known.length > 0 && (
            <Line icon={Info} tone="text-muted">
              {known.length <= 3
                ? known.map(({ state, label }) => t(`paste.${state}`, { label })).join(' ')
                : t('paste.knownMany', { count: known.length })}
            </Line>
          )}
          {wrong.slice(0, SHOWN).map(line => (
            <Line key={line.number} icon={CircleAlert} tone="text-danger-text">
              {sayWrong(line, t, words.noun)}
            </Line>
          ))}
          {wrong.length > SHOWN && (
            <Line icon={CircleAlert} tone="text-danger-text">
              {t('paste.moreWrong', { count: wrong.length - SHOWN })}
            </Line>
          )}
        </ul>
        <Refused why={failed} />
        {result && (
          <Banner tone={result.left.length > 0 ? 'warning' : 'success'} announce>
            {t('paste.added', { count: result.added })}
            {result.left.length > 0 && (
              <ul>
                {result.left.map(line => (
                  <li key={line.label}>{t('paste.notAdded', line)}</li>
                ))}
              </ul>
            )}
          </Banner>
        )}
        <OutOfReach away={away} />
        <Button block loading={busy} disabled={fresh.length === 0 || away} onClick={() => void send()}>
          {fresh.length === 0 ? t('paste.add') : t('paste.addCount', { count: fresh.length })}
        </Button>
      </div>
    </Card>
  )
}

function Line({ icon, tone, children }: { icon: IconType; tone: string; children: string }) {
  return (
    <li className={`flex gap-2 ${tone}`}>
      <Icon of={icon} size="sm" className="mt-0.5" />
      <span className="min-w-0 text-pretty wrap-anywhere">{children}</span>
    </li>
  )
}

type Wrong = Extract<PasteLine, { state: 'wrong' }>
type T = ReturnType<typeof useTranslation<'crud'>>['t']

function sayWrong({ number, label, problem, said }: Wrong, t: T, noun: string): string {
  if (isOfItem(problem)) return t(`paste.${problem}`, { number, label, said, noun })
  return t('listWork.paste.failedLine', { number, message: sayUnread({ wrong: problem, said }, t) })
}
