import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { Card } from '#src/ui/card.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { StageRail } from '#src/ui/stage-rail.tsx'
import { TabPanel } from '#src/ui/tab-panel.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { formatMoney } from '#src/lib/format.ts'
import { Section } from './section.tsx'
import { stages } from './status-section.tsx'

const orders = [
  { number: 'ORD-2026-002318', customer: 'Aarav Mehta', stage: 'confirmed', total: 849800, note: 'Default' },
  { number: 'ORD-2026-002316', customer: 'Kaveri Wellness LLP', stage: 'confirmed', total: 7197600, note: 'Hover me' },
  { number: 'ORD-2026-002314', customer: 'Mohammed Irfan', stage: 'packing', total: 499900, note: 'Selected' },
  { number: 'ORD-2026-002309', customer: 'Rohan Deshpande', stage: 'dispatched', total: 279900, note: 'Keyboard' },
  { number: 'ORD-2026-002305', customer: 'Vikram Joshi', stage: 'draft', total: 0, note: 'Switched off' },
]

export function TableSection() {
  const [view, setView] = useState('open')
  const [range, setRange] = useState('day')
  const [density, setDensity] = useState<'compact' | 'regular' | 'comfortable'>('regular')
  const [chosen, setChosen] = useState(['ORD-2026-002314'])
  const [sort, setSort] = useState<'ascending' | 'descending'>('descending')
  const all = chosen.length === orders.length ? true : chosen.length > 0 ? 'mixed' : false
  const rows = orders.toSorted((a, b) => a.number.localeCompare(b.number) * (sort === 'ascending' ? 1 : -1))
  return (
    <>
      <Section title="Tabs and segments">
        <div className="flex flex-wrap items-start gap-10">
          <Tabs
            id="views"
            label="Views"
            value={view}
            onChange={setView}
            className="min-w-60 flex-1"
            tabs={[
              { value: 'open', label: 'All open', count: 214 },
              { value: 'pack', label: 'To pack', count: 61 },
              { value: 'late', label: 'Late', count: 4 },
              { value: 'old', label: 'Archive', disabled: true },
            ]}
          />
          <SegmentedControl
            label="Range"
            value={range}
            onChange={setRange}
            options={['day', 'week', 'month'].map(value => ({
              value,
              label: value.replace(/^./, c => c.toUpperCase()),
            }))}
          />
        </div>
      </Section>
      <Section title="Table rows" text="Rows of 32, 40 or 52; a finger always gets 52.">
        <SegmentedControl
          label="Rows"
          value={density}
          onChange={setDensity}
          className="justify-self-start"
          options={[
            { value: 'compact', label: 'Compact' },
            { value: 'regular', label: 'Regular' },
            { value: 'comfortable', label: 'Comfortable' },
          ]}
        />
        <TabPanel id="views" value={view}>
          <Card flush>
            <Table caption="Orders" density={density}>
              <TableHead isStatic>
                <HeadCell className="w-10">
                  <Checkbox
                    aria-label="All rows"
                    checked={all}
                    onChange={on => setChosen(on ? orders.map(order => order.number) : [])}
                  />
                </HeadCell>
                <HeadCell sort={sort} onSort={() => setSort(sort === 'ascending' ? 'descending' : 'ascending')}>
                  Order
                </HeadCell>
                <HeadCell sort="none" onSort={() => undefined}>
                  Customer
                </HeadCell>
                <HeadCell>Stage</HeadCell>
                <HeadCell numeric>Total</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell>
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </TableHead>
              <TableBody>
                {rows.map(order => (
                  <Row
                    key={order.number}
                    tabIndex={0}
                    selected={chosen.includes(order.number)}
                    active={order.note === 'Keyboard'}
                    faded={order.note === 'Switched off'}
                  >
                    <Cell check>
                      <Checkbox
                        aria-label={`Select ${order.number}`}
                        checked={chosen.includes(order.number)}
                        onChange={on =>
                          setChosen(on ? [...chosen, order.number] : chosen.filter(number => number !== order.number))
                        }
                      />
                    </Cell>
                    <Cell>
                      <RecordNumber number={order.number} />
                    </Cell>
                    <Cell flex label="Customer">
                      {order.customer}
                    </Cell>
                    <Cell label="Stage">
                      <StageRail
                        stages={stages}
                        stage={order.stage}
                        colour="green"
                        label={order.stage.replace(/^./, c => c.toUpperCase())}
                      />
                    </Cell>
                    <Cell numeric label="Total" className="font-medium">
                      {formatMoney(order.total)}
                    </Cell>
                    <Cell label="State" className="text-subtle">
                      {order.note}
                    </Cell>
                    <Cell actions>
                      <IconButton label={`More for ${order.number}`} icon={Ellipsis} size="xs" />
                    </Cell>
                  </Row>
                ))}
              </TableBody>
            </Table>
          </Card>
        </TabPanel>
        <Card flush title="Loading, only after one second">
          <SkeletonRows rows={3} />
        </Card>
      </Section>
    </>
  )
}
