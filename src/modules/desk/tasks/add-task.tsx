import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useShownRecord } from '#src/data/use-records.ts'
import { Button } from '#src/ui/button.tsx'
import { mayBeAbout } from './may-be-about.ts'
import { openNewTask } from './state.ts'

type About = { id: number; module: Module }

/** Stands in the breadcrumb bar; the new task is about the record that the page is about, where it can be. */
export function AddTask({ about }: { about: About | undefined }) {
  if (about) return <AboutRecord {...about} />
  return <Add onPress={() => openNewTask()} />
}

function AboutRecord({ module, id }: { module: Module; id: number }) {
  const shown = useShownRecord(module, id)
  const open = () => {
    const record = shown()
    openNewTask(record && !mayBeAbout(record) ? {} : { [module.name]: id })
  }
  return <Add onPress={open} />
}

function Add({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('task')
  return (
    <Button size="sm" variant="ghost" icon={Plus} onClick={onPress} className="ms-auto shrink-0 text-accent-text!">
      {/* A phone's bar has hardly room for where the page is. */}
      <span className="max-sm:sr-only">{t('task:screen.add')}</span>
    </Button>
  )
}
