import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { shortCode } from '#contract/short-code.ts'
import { useItem } from '#src/data/use-list.ts'
import { useTitles } from '#src/data/use-many-titles.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useWords } from '#src/fields/words.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { formatDate, formatMoney, formatNumber } from '#src/lib/format.ts'
import { CodeImage } from '#src/paper/code-image.tsx'
import { bars, square } from '#src/paper/codes.ts'
import { fitsAcross, MARGIN, moduleOf, type Dpi, type LabelSize } from '#src/paper/label-sizes.ts'
import { useHouse } from '#src/session/house.ts'
import { forWhat } from '../for/kinds.ts'
import { useCourierName } from '../use-for-whom.ts'

type Props = {
  row: Dispatch
  /** Which parcel of it. */
  at: number
  size: LabelSize
  dpi: Dpi
}

const BARS = 17
const KILO = 1_000

/** The number as bars, where they fit across the label. */
export function barsOf({ awb }: Pick<Dispatch, 'awb'>, size: LabelSize, dpi: Dpi) {
  const drawn = awb ? bars(awb) : null
  return drawn && fitsAcross(drawn.width, size, dpi) ? drawn : null
}

/** Black on white, whatever the screen is: who carries it, where it goes, what is paid for it, whose it is. */
export function Label({ row, at, size, dpi }: Props) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const courier = useCourierName(row.courier)
  const drawn = barsOf(row, size, dpi)
  const isCollected = (row.codAmount ?? 0) > 0
  return (
    <article
      className="flex size-full flex-col bg-paper leading-snug text-paper-ink [print-color-adjust:exact]"
      style={{ fontSize: '3.3mm' }}
    >
      <header className="flex items-center gap-[3mm] border-b border-paper-ink px-[4mm] py-[2mm]">
        <b
          className="min-w-0 flex-1 truncate text-[6mm]"
          data-pending={(row.courier !== null && courier === undefined) || undefined}
        >
          {courier ?? ' '}
        </b>
        <span className="shrink-0 font-semibold">{[row.service, row.routing].filter(Boolean).join(' · ')}</span>
      </header>
      {row.awb && (
        <div className="grid justify-items-center border-b border-paper-ink py-[2mm]">
          {drawn && (
            <CodeImage
              of={drawn}
              module={moduleOf('bar', dpi)}
              height={BARS}
              label={`${words.field('awb')} ${row.awb}`}
            />
          )}
          <p className="ltr mt-[1mm] px-[4mm] text-[4.4mm] font-semibold tracking-caps wrap-anywhere">{row.awb}</p>
        </div>
      )}
      <To row={row} />
      {isCollected && (
        <div data-solid="" className="flex items-center gap-[3mm] bg-paper-ink px-[4mm] py-[1.5mm] text-paper">
          <span className="min-w-0 flex-1 leading-tight">{t('screen.print.collect')}</span>
          <b className="text-[8mm] whitespace-nowrap">{formatMoney(row.codAmount ?? 0)}</b>
        </div>
      )}
      <From row={row} dpi={dpi} />
      <Foot row={row} at={at} />
    </article>
  )
}

const Small = ({ children }: { children: string }) => (
  <p className="text-[2.5mm] tracking-caps text-paper-muted uppercase">{children}</p>
)

const LINE = 42
/** A long address gets smaller letters before a word of it is lost: half an address is a parcel that comes back. In mm. */
function sizeFor(address: string): number {
  const lines = address.split('\n').reduce((sum, line) => sum + Math.max(Math.ceil(line.length / LINE), 1), 0)
  return lines <= 3 ? 4 : lines <= 5 ? 3.4 : 2.8
}

function To({ row }: { row: Dispatch }) {
  const { t } = useTranslation('dispatch')
  const area = useItem('area', row.area)?.label
  const city = useItem('city', row.city)?.label
  const state = useItem('state', row.state)?.label
  const place = [area, city, state].filter(Boolean)
  const isComing = place.length < [row.area, row.city, row.state].filter(id => id !== null).length
  return (
    <section className="min-h-0 flex-1 overflow-hidden px-[4mm] py-[2mm] text-[4mm]">
      <Small>{t('screen.print.to')}</Small>
      <p className="text-[5.5mm] font-semibold wrap-anywhere">{row.name}</p>
      <p className="wrap-anywhere whitespace-pre-line" style={{ fontSize: `${sizeFor(row.address ?? '')}mm` }}>
        {row.address}
      </p>
      <p data-pending={isComing || undefined}>{place.join(', ')}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-[3mm]">
        <b className="ltr text-[8mm] leading-tight">{row.pincode}</b>
        {row.phone && <span className="ltr font-semibold">{formatPhone(row.phone)}</span>}
      </p>
      {row.note && <p className="line-clamp-2 wrap-anywhere">{row.note}</p>}
    </section>
  )
}

function From({ row, dpi }: { row: Dispatch; dpi: Dpi }) {
  const { t } = useTranslation('dispatch')
  const { companyName, phone, address } = useHouse()
  const city = useItem('city', address?.city)?.label
  const names = useTitles(product, [...new Set(row.items.flatMap(item => item.product ?? []))])
  const code = `${location.origin}/s/${shortCode(dispatch, row.id)}`
  const contents = row.items.map(
    ({ qty, product: id, text }) => `${formatNumber(qty)} × ${(id === null ? text : names.get(id)) ?? '…'}`,
  )
  return (
    <section className="flex gap-[3mm] border-t border-paper-ink px-[4mm] py-[2mm]">
      <div className="min-w-0 flex-1">
        <Small>{t('screen.print.from')}</Small>
        <p className="font-semibold">{companyName}</p>
        {address && (
          <p className="line-clamp-2">
            {[address.line, [city, address.pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
          </p>
        )}
        {phone && <p className="ltr">{formatPhone(phone)}</p>}
        <Small>{t('screen.print.contents')}</Small>
        <p
          className="line-clamp-3 wrap-anywhere"
          data-pending={row.items.some(item => item.product !== null && !names.has(item.product)) || undefined}
        >
          {contents.join(', ')}
        </p>
      </div>
      {/* The white around it is a part of the code. */}
      <span style={{ padding: `${2 * moduleOf('square', dpi)}mm` }}>
        <CodeImage of={square(code)} module={moduleOf('square', dpi)} label={code} />
      </span>
    </section>
  )
}

function Foot({ row, at }: { row: Dispatch; at: number }) {
  const { t } = useTranslation('dispatch')
  const words = useWords(dispatch)
  const what = forWhat(row)
  const number = useTitle(what?.module ?? dispatch, what?.id ?? 0)
  const weight = row.parcels[at - 1]?.weight
  const count = Math.max(row.parcels.length, 1)
  return (
    <footer
      className="flex justify-between gap-[3mm] border-t border-paper-ink px-[4mm] pt-[1.5mm] font-semibold"
      style={{ paddingBottom: `${MARGIN / 2}mm` }}
    >
      <div>
        <Small>{what ? words.field(what.name) : words.noun}</Small>
        <span className="ltr">{number ?? row.number}</span>
      </div>
      <div>
        <Small>{t('screen.print.parcel')}</Small>
        {t('screen.of', { done: formatNumber(at), all: formatNumber(count) })}
        {weight ? `, ${formatNumber(weight / KILO, 2)} kg` : ''}
      </div>
      <div>
        <Small>{words.field('packedAt')}</Small>
        {formatDate(row.packedAt ?? row.createdAt)}
      </div>
    </footer>
  )
}
