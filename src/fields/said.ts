import type { FieldKind } from '#contract/fields.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, formatPercent } from '#src/lib/format.ts'
import { asNumber, asText, asTexts, type FieldView } from './view.ts'

export type Say = (value: unknown, field: FieldView) => string

/** A list has less room than a page. */
export const short: Say = (value, { name, words }) => words.short(name, asText(value))

/** What kinds say that are words alone, and look nothing up for them. */
export const said = {
  text: asText,
  longText: asText,
  number: (value, { meta }) =>
    meta.rate ? formatPercent(asNumber(value) ?? 0) : formatNumber(asNumber(value) ?? 0, 3),
  money: value => formatMoney(asNumber(value) ?? 0),
  date: value => formatDate(asText(value)),
  dateTime: value => formatDateTime(asText(value)),
  choice: (value, { name, words }) => words.option(name, asText(value)),
  choices: (value, { name, words }) =>
    asTexts(value)
      .map(option => words.option(name, option))
      .join(', '),
} satisfies Partial<Record<FieldKind, Say>>
