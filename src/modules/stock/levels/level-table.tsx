import { useTranslation } from 'react-i18next'
import type { StockLevel } from '#contract/calls/product-stock.ts'
import { color } from '#contract/lists/stock.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'

/** What is in stock stands first. What a supplier has brought is nowhere with us. */
const shownIn = (levels: readonly StockLevel[]) =>
  levels
    .filter(({ place }) => place !== 'supplier')
    .toSorted((a, b) => Number(b.place === 'stock') - Number(a.place === 'stock'))

export function LevelTable({ levels }: { levels: readonly StockLevel[] }) {
  const { t } = useTranslation('stockMove')
  const words = useWords(stockMove)
  const rows = shownIn(levels)
  const inStock = rows.filter(({ place }) => place === 'stock').reduce((all, { qty }) => all + qty, 0)
  return (
    <Table caption={t('titles.product')}>
      <TableHead isStatic>
        <HeadCell>{t('screen.levels.place')}</HeadCell>
        <HeadCell className="w-full">{words.field('colour')}</HeadCell>
        <HeadCell numeric>{t('screen.levels.pieces')}</HeadCell>
      </TableHead>
      <TableBody>
        {rows.map(({ colour, place, qty }) => (
          <Row key={`${colour} ${place}`}>
            <Cell label={t('screen.levels.place')}>{words.option('to', place)}</Cell>
            <Cell label={words.field('colour')}>
              {colour === null ? '—' : <RecordName module={color} id={colour} />}
            </Cell>
            <Cell numeric label={t('screen.levels.pieces')} className={qty < 0 ? 'text-danger-text' : ''}>
              {formatNumber(qty)}
            </Cell>
          </Row>
        ))}
        <Row>
          <Cell>
            <b>{t('screen.levels.inStock')}</b>
          </Cell>
          <Cell>{null}</Cell>
          <Cell numeric label={t('screen.levels.pieces')}>
            <b>{formatNumber(inStock)}</b>
          </Cell>
        </Row>
      </TableBody>
    </Table>
  )
}
