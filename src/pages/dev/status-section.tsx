import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import CirclePause from 'lucide-react/icons/circle-pause'
import Clock from 'lucide-react/icons/clock'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Count } from '#src/ui/count.tsx'
import type { Mark } from '#src/ui/mark.ts'
import { StageRail } from '#src/ui/stage-rail.tsx'
import { StatusPill } from '#src/ui/status-pill.tsx'
import { Tick } from '#src/ui/tick.tsx'
import { Section } from './section.tsx'

export const stages = ['draft', 'confirmed', 'packing', 'dispatched', 'delivered']
const modules: Record<string, Mark> = {
  Inquiries: 'blue',
  Orders: 'green',
  Returns: 'yellow',
  Maintenances: 'orange',
  Claims: 'darkred',
  Others: 'none',
}

export function StatusSection() {
  return (
    <Section title="Status" text="Rail, tick and tile carry the module colour. Nothing else does.">
      <div data-mark="green" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {stages.map(stage => (
          <StageRail key={stage} stages={stages} stage={stage} label={stage.replace(/^./, c => c.toUpperCase())} />
        ))}
        <StageRail stages={stages} stage="onHold" label="On hold" colour="warning" icon={CirclePause} />
        <StageRail stages={stages} stage="cancelled" label="Cancelled" colour="none" icon={Ban} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {Object.entries(modules).map(([name, mark]) => (
          <Badge key={name} mark={mark}>
            <StageRail stages={stages} stage="packing" label={name} />
          </Badge>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>Number pending</Badge>
        <Badge tone="accent">Mine</Badge>
        <Badge tone="success" icon={Check}>
          Paid
        </Badge>
        <Badge tone="warning" icon={Clock}>
          Promised 17:00
        </Badge>
        <Badge tone="danger" icon={TriangleAlert}>
          2 d late
        </Badge>
        <Badge tone="info" icon={Info}>
          Not sent yet
        </Badge>
        <Count of={14} />
        <Count of={3} tone="accent" />
        <Count of={214} tone="danger" />
        <Avatar name="Meera Nair" me />
        <Avatar name="Divya Pereira" />
        <Avatar name="Rohan Deshpande" size="lg" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <StatusPill state="sent" to="." />
        <StatusPill state="shut" to="." />
        <StatusPill state="sending" to="." />
        <StatusPill state="slow" count={2} to="." />
        <StatusPill state="silent" count={2} to="." />
        <StatusPill state="unsent" count={2} to="." />
        <StatusPill state="offline" count={3} to="." />
        <StatusPill state="offline" count={3} age="lists from 10:20" to="." />
        <StatusPill state="offline" to="." />
        <StatusPill state="signIn" to="." />
        <StatusPill state="refused" count={1} to="." />
        <StatusPill state="decision" count={2} to="." />
      </div>
      <div className="flex flex-wrap items-center gap-3 text-30">
        <Chip name="Stage" onRemove={() => undefined}>
          Packing, Confirmed
        </Chip>
        {Object.entries(modules).map(([name, mark]) => (
          <span key={name} className="inline-flex items-center gap-2">
            <Tick colour={mark} />
            {name}
          </span>
        ))}
      </div>
    </Section>
  )
}
