import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { task } from '#contract/modules/desk/task.ts'
import type { Errors } from '#src/form/check.ts'
import { useData } from '#src/data/data.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { Chip } from '#src/ui/chip.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { links } from './state.ts'
import { WayOut } from './way-out.tsx'

type Props = {
  values: Readonly<Record<string, unknown>>
  /** What is wrong with them, by their fields. */
  errors?: Errors
  /** The ids that a summary of errors leads to. */
  idOf?: (link: string) => string
  onRemove?: (link: string) => void
  /** One of them is the page behind. */
  onHere: () => void
}

/** What a task is about, one chip for each record: it opens, and it can be taken off. */
export function TaskLinks({ values, errors = {}, idOf, onRemove, onHere }: Props) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const { register } = useData()
  const here = links.flatMap(link => {
    const id = values[link]
    return typeof id === 'number' ? [{ link, id }] : []
  })
  if (here.length === 0) return null
  return (
    <div className="grid gap-1">
      <h3 className="text-30 font-medium">{t('task:screen.dialog.about')}</h3>
      <ul className="flex flex-wrap gap-2">
        {here.map(({ link, id }) => (
          <li key={link} data-field={idOf?.(link)} className="grid max-w-full justify-items-start gap-1">
            <Chip
              name={words.field(link)}
              removeLabel={words.field(link)}
              onRemove={onRemove && (() => onRemove(link))}
            >
              {register[link] ? <Known module={register[link]} id={id} onHere={onHere} /> : <Numbered id={id} />}
            </Chip>
            {errors[link] && (
              <p role="alert" className="flex gap-1 text-20 font-medium text-danger-text pointer-coarse:text-30">
                <Icon of={TriangleAlert} size="xs" className="mt-px" />
                <span>{errors[link]}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Its name, and the way to it. */
function Known({ module, id, onHere }: { module: Module; id: number; onHere: () => void }) {
  const title = useTitle(module, id)
  const to = useRecordPlaces()?.pathTo(module.name, id)
  const words = title || <Numbered id={id} />
  if (!to) return <bdi>{words}</bdi>
  return (
    <WayOut to={to} onHere={onHere} className="link">
      <bdi>{words}</bdi>
    </WayOut>
  )
}

const Numbered = ({ id }: { id: number }) => <span className="tabular-nums">#{id}</span>
