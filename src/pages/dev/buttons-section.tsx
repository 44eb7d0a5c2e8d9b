import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import ScanLine from 'lucide-react/icons/scan-line'
import Trash2 from 'lucide-react/icons/trash-2'
import Truck from 'lucide-react/icons/truck'
import type { ButtonVariant } from '#src/ui/button-look.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Name, Section, States } from './section.tsx'

const variants: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'accent', 'danger', 'dangerSolid']

export function ButtonsSection() {
  return (
    <Section title="Buttons" text="One primary per screen. Save is never disabled.">
      <States heads={['Default', 'With icon', 'Disabled', 'Loading', 'Square']}>
        {variants.map(variant => (
          <Cells key={variant} variant={variant} />
        ))}
      </States>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="xs">
          xs 28
        </Button>
        <Button variant="primary" size="sm">
          sm 32
        </Button>
        <Button variant="primary" size="md">
          md 36
        </Button>
        <Button variant="primary" size="lg">
          lg 44
        </Button>
        <Button variant="primary" size="xl" icon={ScanLine}>
          Warehouse 56
        </Button>
        <Button icon={Truck}>Dispatch</Button>
        <IconButton label="More" icon={Ellipsis} variant="secondary" />
        <Button variant="accent" icon={Plus}>
          Add task
        </Button>
        <Button variant="danger" icon={Trash2}>
          Remove
        </Button>
      </div>
    </Section>
  )
}

function Cells({ variant }: { variant: ButtonVariant }) {
  return (
    <>
      <Name>{variant}</Name>
      <span>
        <Button variant={variant}>Save order</Button>
      </span>
      <span>
        <Button variant={variant} icon={Plus}>
          New order
        </Button>
      </span>
      <span>
        <Button variant={variant} disabled>
          Save order
        </Button>
      </span>
      <span>
        <Button variant={variant} loading>
          Saving
        </Button>
      </span>
      <span>
        <IconButton variant={variant} label="Add" icon={Plus} />
      </span>
    </>
  )
}
