import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePause from 'lucide-react/icons/circle-pause'
import Copy from 'lucide-react/icons/copy'
import Truck from 'lucide-react/icons/truck'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { Field } from '#src/ui/field.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { Select } from '#src/ui/select.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { toast } from '#src/ui/toast.ts'
import { Section } from './section.tsx'

const reasons = ['Customer changed mind', 'Out of stock', 'Wrong address'].map(label => ({ value: label, label }))
const did = (what: string) => () => void toast(what)

export function OverlaysSection() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const [reason, setReason] = useState<string | null>('Customer changed mind')
  const [name, setName] = useState('Kolkata')
  const close = () => setOpen(null)
  const ask = async () => {
    const yes = await confirm({
      title: 'Cancel order 002311?',
      text: '6 items go back to stock. You can undo this for 10 minutes.',
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep order',
      danger: true,
    })
    toast(yes ? 'Cancelled' : 'Kept')
  }
  return (
    <Section title="Overlays">
      <div className="flex flex-wrap gap-2">
        <Menu
          align="start"
          trigger={<Button>Menu</Button>}
          items={[
            {
              heading: 'Move to',
              items: [
                { label: 'Dispatched', icon: Truck, shortcut: 'Alt D', onSelect: did('Dispatched') },
                { label: 'On hold…', icon: CirclePause, onSelect: did('On hold') },
                { label: 'Delivered', icon: CircleCheck, disabled: 'Not dispatched yet', onSelect: did('Delivered') },
              ],
            },
            {
              items: [
                { label: 'Duplicate', icon: Copy, onSelect: did('Duplicated') },
                { label: 'Cancel order…', icon: Ban, danger: true, onSelect: () => void ask() },
              ],
            },
          ]}
        />
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => void ask()}>Confirm</Button>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        onSubmit={close}
        title="Cancel order 002311?"
        description="6 items go back to stock. Ananya Banerjee has paid nothing yet, so no refund is due."
        footer={
          <>
            <Button onClick={close}>Keep order</Button>
            <Button variant="dangerSolid" type="submit">
              Cancel order
            </Button>
          </>
        }
      >
        <Field label="Reason" required>
          <Select options={reasons} value={reason} onChange={setReason} />
        </Field>
      </Dialog>
      <Drawer
        open={open === 'drawer'}
        onClose={close}
        onSubmit={close}
        title="Edit branch"
        description="Changed 4 min ago by Sanjay Rao"
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" type="submit">
              Save branch
            </Button>
          </>
        }
      >
        <Field label="Name" required>
          <TextInput value={name} onChange={setName} />
        </Field>
      </Drawer>
    </Section>
  )
}
