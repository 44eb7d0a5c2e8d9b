import CloudOff from 'lucide-react/icons/cloud-off'
import Inbox from 'lucide-react/icons/inbox'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Plus from 'lucide-react/icons/plus'
import SearchX from 'lucide-react/icons/search-x'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { toast } from '#src/ui/toast.ts'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { Section } from './section.tsx'

export function MessagesSection() {
  return (
    <>
      <Section title="Messages">
        <div className="grid gap-5 lg:grid-cols-2">
          <div className="grid content-start gap-3">
            <Banner tone="info" title="Divya changed the courier just now." actions={<Button size="xs">Show</Button>} />
            <Banner tone="success" title="97 orders updated.">
              All labels are ready.
            </Banner>
            <Banner tone="warning" icon={CloudOff} title="Offline." onDismiss={() => undefined}>
              3 changes wait on this device.
            </Banner>
            <Banner tone="danger" title="Three things to fix before this order can be saved">
              <ul className="mt-1">
                <li>
                  <a href="#pin">PIN code has 5 digits, it needs 6</a>
                </li>
                <li>
                  <a href="#line-2">Line 2: choose a colour</a>
                </li>
              </ul>
            </Banner>
            <Banner>Fields marked * are needed.</Banner>
          </div>
          <div className="grid content-start gap-3">
            <div className="flex flex-wrap items-center gap-2">
              <Button
                onClick={() =>
                  toast('Order 002311 confirmed', {
                    action: { label: 'Undo', onSelect: () => toast('Back as it was') },
                  })
                }
              >
                Toast with undo
              </Button>
              <Button onClick={() => toast('Kept on this device, sent when online', { waiting: true })}>Toast</Button>
              <Tooltip text="Next record" shortcut="Alt N">
                <Button>Rest here</Button>
              </Tooltip>
              <Kbd keys="Ctrl K" />
              <Spinner label="Loading" />
            </div>
            <Progress label="Sending" value={0.62} />
            <Progress label="Waiting" />
            <Progress label="Failed" value={0.3} tone="danger" />
            <Skeleton className="w-3/4" />
            <Skeleton className="w-1/2" />
          </div>
        </div>
      </Section>
      <Section title="Empty and other states">
        <div className="grid gap-5 md:grid-cols-3">
          <Card flush>
            <EmptyState
              level={3}
              icon={Inbox}
              title="Your first order starts here"
              text="Orders come from inquiries, from a sheet, or from you."
              action={
                <Button variant="primary" icon={Plus}>
                  New order
                </Button>
              }
            />
          </Card>
          <Card flush>
            <EmptyState
              level={3}
              icon={SearchX}
              title="No order matches these filters"
              text="“002299” with Stage Packing."
              action={<Button>Clear all filters</Button>}
            />
          </Card>
          <Card flush>
            <EmptyState
              level={3}
              icon={LockKeyhole}
              title="You cannot open orders"
              text="This needs Orders, list. Sanjay Rao can change it."
              code="20-a"
            />
          </Card>
        </div>
      </Section>
    </>
  )
}
