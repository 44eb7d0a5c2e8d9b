import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { openNewTask } from './state.ts'

/** Stands in the breadcrumb bar; the new task is about the record that the page is about. */
export function AddTask({ about }: { about: { kind: string; id: number } | undefined }) {
  const { t } = useTranslation('task')
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={Plus}
      onClick={() => openNewTask(about ? { [about.kind]: about.id } : {})}
      className="ms-auto shrink-0 text-accent-text!"
    >
      {/* A phone's bar has hardly room for where the page is. */}
      <span className="max-sm:sr-only">{t('task:screen.add')}</span>
    </Button>
  )
}
