import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useWords } from '#src/fields/words.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import type { Size } from '#src/ui/size.ts'
import { pathTo, pathToForm, withForm, type ScreenProps } from './screens.ts'

/** The way to a new record, for those who may make one. */
export function CreateLink({ screens, size }: { screens: ScreenProps['screens']; size?: Size }) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const may = useCan(module, 'create') && pathToForm(screens) !== undefined
  const { search } = useLocation()
  const page = pathTo(screens, 'create')
  // Without a page of its own the form opens over this list, which stays as it is.
  const to = page ?? withForm(search, 'new')
  const navigate = useNavigate()
  const label = t('records.new', { noun: words.noun })
  const keys = useShortcut('create', may ? () => void navigate(to) : null, label)
  if (!may) return null
  return (
    <ButtonLink variant="primary" size={size} icon={Plus} to={to} aria-keyshortcuts={keys}>
      {label}
    </ButtonLink>
  )
}
