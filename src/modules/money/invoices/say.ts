import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { orderInvoice } from '#contract/modules/money/order-invoice.ts'

export type SayInvoice = (key: string, values?: Record<string, string | number | null>) => string

/** A text of invoices: what those of this module say in words of their own, or else as all of them do. */
export function useSay({ name }: Module): SayInvoice {
  const { t } = useTranslation([name, orderInvoice.name])
  return (key, values = {}) => t([`${name}:${key}`, `${orderInvoice.name}:${key}`], values)
}
