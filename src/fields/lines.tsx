import { useTranslation } from 'react-i18next'
import type { CellProps, KindView } from './view.ts'

export type Line = { id: number } & Record<string, unknown>
export const asLines = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])

function Cell({ value }: CellProps) {
  const { t } = useTranslation('crud')
  return <span className="whitespace-nowrap">{t('lines', { count: asLines(value).length })}</span>
}

export const lines: KindView = { Cell, label: 'group', wide: true }
