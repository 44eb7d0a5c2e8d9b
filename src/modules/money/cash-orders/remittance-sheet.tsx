import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { listItem, type Fields } from '#contract/fields.ts'
import { courier } from '#contract/lists/stock.ts'
import { cashOrder } from '#contract/modules/money/cash-order.ts'
import { ArgFields, startOf } from '#src/crud/arg-fields.tsx'
import { checkValues, type Errors, type Values } from '#src/form/check.ts'
import { OutOfReach, useOutOfReach } from '#src/crud/needs-server.tsx'
import { useHoldOpen, useLeaveGuard } from '#src/session/leave.ts'
import { useWords } from '#src/fields/words.ts'
import { formatMoney } from '#src/lib/format.ts'
import { writeSheet } from '#contract/sheet.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Select } from '#src/ui/select.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { toast } from '#src/ui/toast.ts'
import { useCopy } from '#src/ui/use-copy.ts'
import type { Columns } from './read-sheet.ts'
import { SheetTable } from './sheet-table.tsx'
import { useSheet, type Booking } from './use-sheet.ts'

const whose: Fields = { courier: listItem(courier) }
/** How all of them came to the bank: what a single remittance says, but the amount. */
const { amount: _, ...how } = cashOrder.moves!.remit.args as Fields

/** What a courier brought, pasted from its sheet: matched by the parcels' numbers, looked at, and booked at once. */
export function RemittanceSheet({ back }: { back: string }) {
  const { t } = useTranslation(['cashOrder', 'crud'])
  const words = useWords(cashOrder)
  const copy = useCopy()
  const sheet = useSheet()
  const [text, setText] = useState('')
  const [values, setValues] = useState<Values>(() => ({ ...startOf(whose), ...startOf(how) }))
  const [errors, setErrors] = useState<Errors>({})
  const [columns, setColumns] = useState<Partial<Columns>>({})
  const [withOthers, setWithOthers] = useState(false)
  const away = useOutOfReach()
  const { told, right, run } = sheet
  const matching = told.filter(({ is }) => is === 'right')
  const others = told.filter(({ is }) => is !== 'right')
  const toBook = withOthers ? [...right, ...sheet.others] : right
  const sum = toBook.reduce((all, { amount }) => all + amount, 0)
  const off = sheet.others.reduce((all, { amount, expected }) => all + amount - (expected ?? amount), 0)
  const canBook = right.length + sheet.others.length > 0
  const isOpen = text.trim() !== '' && (told.length === 0 || right.length > 0)
  const passed = [
    { why: 'lost', tone: 'danger', lines: sheet.sheet?.lost ?? [] },
    { why: 'unread', tone: 'warning', lines: sheet.sheet?.unread ?? [] },
    { why: 'totals', tone: 'info', lines: sheet.sheet?.totals ?? [] },
  ] as const
  useHoldOpen(isOpen || run !== null)
  useLeaveGuard(() => isOpen || run !== null)

  const isRight = (args: Fields, move: 'collect' | 'remit') => {
    const named = { ...words, field: (name: string) => words.arg(move, name) }
    const said = Object.fromEntries(Object.keys(args).map(name => [name, values[name]]))
    const wrong = checkValues(z.strictObject(args), args, said, named, t)
    setErrors(wrong)
    return Object.keys(wrong).length === 0
  }
  const look = () => {
    const isEmpty = text.trim() === ''
    if (!isRight(whose, 'collect') || isEmpty) {
      if (isEmpty) setErrors(errors => ({ ...errors, text: t('screen.sheet.nothing') }))
      return
    }
    const { awb, amount: of } = columns
    const isSaid = awb !== undefined && of !== undefined && awb !== of
    void sheet.look(text, values.courier as number, isSaid ? { awb, amount: of } : null)
  }
  const book = async () => {
    if (!isRight(how, 'remit')) return
    const { booked, amount } = await sheet.bookAll(values as Booking, withOthers)
    if (booked > 0) toast(t('screen.sheet.done', { count: booked, amount: formatMoney(amount) }))
  }
  const copyOthers = () =>
    copy(writeSheet(others.map(({ awb, amount, is }) => [awb, String(amount / 100), t(`screen.sheet.is.${is}`)])))

  return (
    <>
      <PageHead
        title={t('screen.sheet.title')}
        text={t('screen.sheet.text')}
        actions={
          <ButtonLink size="sm" to={back}>
            {t('titles.list')}
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        <OutOfReach away={away} what="form" />
        {sheet.refused && (
          <Banner tone="danger" announce onDismiss={sheet.dismiss}>
            {sheet.refused}
          </Banner>
        )}
        <Card title={t('screen.sheet.paste')}>
          <div className="grid gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <ArgFields
                module={cashOrder}
                move="collect"
                args={whose}
                values={values}
                errors={errors}
                onChange={next => {
                  if (run?.what === 'book') return
                  // What was said belongs to the courier that was asked about.
                  if (next.courier !== values.courier) sheet.forget()
                  setValues(next)
                }}
              />
            </div>
            <Field label={t('screen.sheet.cells')} required error={errors.text}>
              <TextArea
                rows={6}
                data-rows
                readOnly={run?.what === 'book'}
                value={text}
                onChange={next => {
                  sheet.forget()
                  setColumns({})
                  setWithOthers(false)
                  setText(next)
                }}
                placeholder={t('screen.sheet.example')}
                spellCheck={false}
                className="ltr font-mono"
              />
            </Field>
            {sheet.asked && <AskColumns columns={sheet.asked} chosen={columns} onChange={setColumns} />}
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant={told.length > 0 ? 'secondary' : 'primary'}
                disabled={away || run?.what === 'book'}
                loading={run?.what === 'match'}
                onClick={look}
              >
                {t('screen.sheet.match')}
              </Button>
              {run && (
                <>
                  <Progress
                    className="min-w-40 flex-1"
                    label={t(`screen.sheet.run.${run.what}`)}
                    value={run.done / run.of}
                  />
                  <Button onClick={sheet.stop}>{t('screen.sheet.stop')}</Button>
                </>
              )}
            </div>
          </div>
        </Card>
        {passed
          .filter(({ lines }) => lines.length > 0)
          .map(({ why, tone, lines }) => (
            <Banner key={why} tone={tone} title={t(`screen.sheet.${why}`, { count: lines.length })}>
              {lines
                .slice(0, 5)
                .map(({ at, text }) => `${at}: ${text}`)
                .join(' · ')}
            </Banner>
          ))}
        {told.length > 0 && (
          <Card
            flush
            title={t('screen.sheet.found', { right: matching.length, all: told.length })}
            aside={
              others.length > 0 && (
                <Button size="sm" onClick={copyOthers}>
                  {t('screen.sheet.copyOthers', { count: others.length })}
                </Button>
              )
            }
          >
            <SheetTable lines={[...others, ...matching]} />
          </Card>
        )}
        {canBook && (
          <Card title={t('screen.sheet.book')}>
            <div className="grid gap-4">
              <div className="grid gap-4 sm:grid-cols-3">
                <ArgFields
                  module={cashOrder}
                  move="remit"
                  args={how}
                  values={values}
                  errors={errors}
                  onChange={setValues}
                />
              </div>
              {sheet.others.length > 0 && (
                <Checkbox
                  checked={withOthers}
                  onChange={setWithOthers}
                  label={t('screen.sheet.withOthers', { count: sheet.others.length, amount: formatMoney(off) })}
                  hint={t('screen.sheet.withOthersHint')}
                />
              )}
              <Button
                variant="primary"
                className="justify-self-start"
                disabled={away || toBook.length === 0}
                loading={run?.what === 'book'}
                onClick={() => void book()}
              >
                {t('screen.sheet.bookAll', { count: toBook.length, amount: formatMoney(sum) })}
              </Button>
            </div>
          </Card>
        )}
      </div>
    </>
  )
}

/** Which column is which, where the sheet does not say so itself. */
function AskColumns({
  columns,
  chosen,
  onChange,
}: {
  columns: readonly string[]
  chosen: Partial<Columns>
  onChange(next: Partial<Columns>): void
}) {
  const { t } = useTranslation('cashOrder')
  const options = columns.map((says, value) => ({ value, label: `${value + 1}: ${says}` }))
  return (
    <Banner tone="warning" title={t('screen.sheet.ask')}>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        {(['awb', 'amount'] as const).map(name => (
          <Field key={name} label={t(`screen.sheet.column.${name}`)} required>
            <Select
              options={options}
              value={chosen[name] ?? null}
              onChange={value => onChange({ ...chosen, [name]: value })}
            />
          </Field>
        ))}
      </div>
    </Banner>
  )
}
