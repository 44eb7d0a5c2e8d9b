import { RecordNumber } from '#src/ui/record-number.tsx'
import { formatMoney } from '#src/lib/format.ts'
import { Section } from './section.tsx'

const roles = {
  bg: 'bg-bg',
  surface: 'bg-surface',
  'surface-raised': 'bg-surface-raised',
  'surface-sunken': 'bg-surface-sunken',
  'surface-hover': 'bg-surface-hover',
  'surface-pressed': 'bg-surface-pressed',
  line: 'bg-line',
  control: 'bg-control',
  primary: 'bg-primary',
  'primary-deep': 'bg-primary-deep',
  'primary-mild': 'bg-primary-mild',
  'primary-subtle': 'bg-primary-subtle',
  danger: 'bg-danger',
  warning: 'bg-warning',
  success: 'bg-success',
  info: 'bg-info',
}

export function TokensSection() {
  return (
    <>
      <Section title="Surfaces and roles">
        <div className="grid grid-cols-4 gap-4 lg:grid-cols-8">
          {Object.entries(roles).map(([name, look]) => (
            <div key={name} className="grid gap-1.5 text-20">
              <span className={`h-11 rounded-2 border ${look}`} />
              {name}
            </div>
          ))}
        </div>
      </Section>
      <Section title="Type">
        <p className="flex items-baseline gap-4">
          <span className="text-80 font-semibold tracking-figure">{formatMoney(18425000)}</span>
          <small className="text-20 text-subtle">28/32 figure</small>
        </p>
        <p className="flex items-baseline gap-4">
          <span className="text-70 font-semibold tracking-tight">Orders to pack</span>
          <small className="text-20 text-subtle">22/28 page</small>
        </p>
        <p className="flex flex-wrap items-baseline gap-x-4">
          <span className="text-60 font-semibold">Dialog and section</span>
          <span className="text-40">Body, fields, buttons</span>
          <span className="text-30">Tables and dense controls</span>
          <span className="text-20">Meta, helper, badges</span>
          <span className="caps">Overline</span>
        </p>
        <p className="flex items-baseline gap-4">
          <RecordNumber number="ORD-2026-002311" />
          <RecordNumber number="MNT-2026-000871" />
          <small className="text-20 text-subtle">numbers: prefix steps back, digits stand</small>
        </p>
      </Section>
    </>
  )
}
