import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { city } from '#contract/lists/places.ts'
import { courier as courierList } from '#contract/lists/stock.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { boxesOf, manifestsOf, weightOf, type Manifest } from '#contract/modules/stock/manifest.ts'
import { paperFormat } from '#contract/paper-format.ts'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useTitles } from '#src/data/use-many-titles.ts'
import { pendingName } from '#src/fields/reference.tsx'
import { serverNow } from '#src/lib/clock.ts'
import { formatDateTime, formatNumber, localeNow } from '#src/lib/format.ts'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { paperCell, paperFigure, PaperHeadings, PaperLine, PaperTitle } from '#src/paper/a4-table.tsx'
import { useHouse } from '#src/session/house.ts'
import { PaperPage } from './paper-page.tsx'
import { useLeftOut, useParcels } from './use-parcels.ts'

const KILO = 1_000

/** What each courier takes along and signs for. */
export function ManifestPage({ title }: ScreenProps) {
  const { t } = useTranslation('dispatch')
  const found = useParcels()
  const manifests = manifestsOf(found.rows)
  const taken = new Set(manifests.flatMap(({ rows }) => rows))
  const leftOut = useLeftOut(
    found,
    found.rows.flatMap(row => (taken.has(row) ? [] : 'notLabelled')),
  )
  const documentOf = useManifest(t(title), found.rows)
  return (
    <PaperPage
      title={title}
      found={found}
      documents={manifests.map(documentOf)}
      leftOut={leftOut}
      none={t('screen.papers.nothingToTake')}
    />
  )
}

function useManifest(title: string, rows: readonly Dispatch[]) {
  const { t } = useTranslation('dispatch')
  const { companyName, currency } = useHouse()
  const couriers = useTitles(courierList, [...new Set(rows.flatMap(one => one.courier ?? []))])
  const cities = useTitles(city, [...new Set(rows.flatMap(one => one.city ?? []))])
  const { plain, sign } = paperFormat(localeNow(), currency)
  const [now] = useState(() => formatDateTime(new Date(serverNow())))
  const kilos = (grams: number) => (grams > 0 ? formatNumber(grams / KILO, 2) : '')
  const figure = `${paperCell} ${paperFigure}`
  const row = (one: Dispatch, at: number) => ({
    key: String(one.id),
    row: (
      <tr key={one.id}>
        <td className={paperCell}>{formatNumber(at + 1)}</td>
        <td className={`${paperCell} font-semibold whitespace-nowrap`}>
          <span className="ltr">{one.awb}</span>
        </td>
        <td className={`${paperCell} whitespace-nowrap`}>
          <span className="ltr">{one.number ?? pendingName(one.id)}</span>
        </td>
        <td className={`${paperCell} wrap-anywhere`}>
          {[one.name, one.city !== null && cities.get(one.city)].filter(Boolean).join(', ')}
        </td>
        <td className={paperCell}>
          <span className="ltr">{one.pincode}</span>
        </td>
        <td className={figure}>{formatNumber(boxesOf(one))}</td>
        <td className={figure}>{formatNumber(one.pieces ?? 0)}</td>
        <td className={figure}>{kilos(weightOf(one))}</td>
        <td className={figure}>{one.codAmount ? plain(one.codAmount) : ''}</td>
      </tr>
    ),
  })
  return (one: Manifest<Dispatch>): A4Document => {
    const courier = (one.courier !== null && couriers.get(one.courier)) || t('screen.papers.noCourier')
    return {
      key: `manifest-${one.courier}`,
      head: <PaperTitle house={companyName} title={`${title} · ${courier}`} facts={now} />,
      again: <PaperTitle small house={companyName} title={`${title} · ${courier} · ${now}`} />,
      columns: (
        <PaperHeadings
          columns={[
            { label: t('screen.papers.at') },
            { label: t('fields.awb') },
            { label: t('fields.number') },
            { label: t('screen.papers.to') },
            { label: t('fields.pincode') },
            { label: t('screen.papers.boxes'), isAmount: true },
            { label: t('screen.papers.pieces'), isAmount: true },
            { label: t('screen.papers.kilos'), isAmount: true },
            { label: `${t('screen.papers.cod')} ${sign}`, isAmount: true },
          ]}
          wide={3}
        />
      ),
      rows: one.rows.map(row),
      tail: (
        <section className="mt-[4mm]">
          <dl className="flex flex-wrap justify-end gap-x-[8mm] font-semibold tabular-nums">
            <Sum label={t('screen.papers.parcels')} value={formatNumber(one.rows.length)} />
            <Sum label={t('screen.papers.boxes')} value={formatNumber(one.boxes)} />
            <Sum label={t('screen.papers.pieces')} value={formatNumber(one.pieces)} />
            <Sum label={t('screen.papers.kilos')} value={formatNumber(one.weight / KILO, 2)} />
            <Sum label={`${t('screen.papers.cod')} ${sign}`} value={plain(one.cod)} />
          </dl>
          <div className="mt-[14mm] grid grid-cols-2 gap-x-[14mm] gap-y-[14mm]">
            {(['givenBy', 'takenBy', 'vehicle', 'time'] as const).map(line => (
              <p key={line} className="border-t border-paper-ink pt-[1.5mm] text-paper-muted">
                {t(`screen.papers.${line}`)}
              </p>
            ))}
          </div>
        </section>
      ),
      foot: (page, of) => <PaperLine start={`${title} · ${courier}`} end={t('screen.papers.page', { page, of })} />,
    }
  }
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div className="flex gap-[2mm]">
    <dt className="text-paper-muted">{label}</dt>
    <dd>{value}</dd>
  </div>
)
