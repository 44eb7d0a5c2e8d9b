import Eye from 'lucide-react/icons/eye'
import { Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actorOf } from '#contract/grants.ts'
import { ViewAsContext, type View } from '#src/crud/view-as.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { difference } from './draft.ts'
import { actorWith } from './impact.ts'
import { holdersOf, useRoles } from './use-people.ts'
import type { RoleForm } from './use-role-form.ts'

/** Opens the preview of what the role's people would see: with and without the changes, and person by person. */
export function ViewAsCard({ form, id }: { form: RoleForm; id: number | null }) {
  const { before, after, people, register } = form
  const { t } = useTranslation('access')
  const viewAs = use(ViewAsContext)
  const roles = useRoles()
  const [open, setOpen] = useState(false)
  if (!viewAs) return null
  const name = after.name.trim()
  const isChanged = id !== null && difference(before, after).size > 0
  const views = (): View[] => {
    const own = {
      name: isChanged ? t('viewAs.unsaved', { name }) : name || t('list.new'),
      actor: actorWith(after, register),
    }
    const saved = isChanged
      ? [{ name: t('viewAs.saved', { name: before.name }), actor: actorWith(before, register) }]
      : []
    const holders = id !== null && roles ? holdersOf(people ?? [], id) : []
    return [
      own,
      ...saved,
      ...holders.map(person => {
        const held = (roles ?? []).filter(role => person.roles.includes(role.id) && !role.archivedAt)
        const grants = held.map(role => (role.id === id ? after : role))
        return { name: t('viewAs.person', { name: person.name }), actor: actorOf(person, grants, register) }
      }),
    ]
  }
  return (
    <Card title={t('viewAs.card')}>
      <p className="mb-3 text-30 text-muted">{t('viewAs.cardText')}</p>
      <Button block size="sm" icon={Eye} onClick={() => setOpen(true)}>
        {name ? t('viewAs.open', { name }) : t('viewAs.openNew')}
      </Button>
      {open && <Suspense fallback={null}>{viewAs({ views: views(), onClose: () => setOpen(false) })}</Suspense>}
    </Card>
  )
}
