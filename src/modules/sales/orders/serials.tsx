import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { formatNumber } from '#src/lib/format.ts'

/** So many stand in a line; a dealer's order has hundreds. */
const FEW = 4

/** The devices that are meant for a line, each a way to its passport. */
export function Serials({ sale, units }: { sale: number; units: readonly Unit[] }) {
  const places = useRecordPlaces()
  const list = places?.listOf(unit.name)
  const more = units.length - FEW
  return (
    <>
      {units.slice(0, FEW).map(({ id, serial }, at) => {
        const to = places?.pathTo(unit.name, id)
        return (
          <Fragment key={id}>
            {at > 0 && ', '}
            {to ? (
              <Link to={to} className="link ltr">
                {serial}
              </Link>
            ) : (
              <span className="ltr">{serial}</span>
            )}
          </Fragment>
        )
      })}
      {more > 0 && list && (
        <>
          {', '}
          <Link to={`${list}?${new URLSearchParams({ 'filter[order]': String(sale) })}`} className="link">
            +{formatNumber(more)}
          </Link>
        </>
      )}
    </>
  )
}
