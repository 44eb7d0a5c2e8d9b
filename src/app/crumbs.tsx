import { clsx } from 'clsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Fragment, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useMatches, useNavigate, useParams } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { task } from '#contract/modules/desk/task.ts'
import { register } from '#contract/register.ts'
import { permission } from '#contract/rules.ts'
import type { Handle, Pages } from '#src/crud/screens.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { piece } from '#src/lib/piece.ts'
import { screens } from '#src/modules/index.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { HOME } from '#src/session/safe-redirect.ts'
import { useSession } from '#src/session/session.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { pages } from './pages.tsx'
import { recordInPath } from './record-in-path.ts'
import { trailTo } from './trail.ts'
import { useSettled } from './use-settled.ts'
import { useTitles } from './use-titles.ts'

const ADD_TASK = permission(task, 'create')
const AddTask = piece(() => import('#src/modules/desk/tasks/add-task.tsx').then(({ AddTask }) => AddTask))

/** Where the person is: a way back, and the way here. */
export function Crumbs({ className }: { className?: string | undefined }) {
  // Drawn now and then, and small: what the compiler would remember of it weighs more before the first list than it saves.
  'use no memo'
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const permissions = user?.permissions ?? []
  const here = useMatches()
    .map(match => match.handle as Handle | undefined)
    .findLast(handle => handle !== undefined)
  const trail = here
    ? trailTo(
        here,
        pages.map(page => page.handle),
      )
    : []
  const titleOf = useTitles(trail.map(handle => handle.title))
  // A page that is about to be refused asks for nothing, its title included.
  const about = useRecordHere(here && isOpenTo(here, permissions) ? here : undefined)
  const record = useTitle(about?.module ?? nobody, about?.id ?? 0)
  const settled = useSettled()

  const back = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(trail.at(-2)?.path ?? HOME))

  return (
    <div
      className={clsx(
        'flex min-h-crumbs w-full items-center gap-2 px-gutter pt-2 text-30 max-md:px-2 print:hidden',
        className,
      )}
    >
      <IconButton
        size="sm"
        label={t('crumbs.back')}
        icon={ArrowLeft}
        mirrored
        onClick={() => void back()}
        className="md:-ms-2"
      />
      <nav aria-label={t('crumbs.label')} className="min-w-0">
        <ol className="flex min-w-0 items-center gap-2">
          {trail.map((handle, index) => {
            const last = index === trail.length - 1
            const words = (last && record) || titleOf(handle.title)
            const open = !last && !handle.path.includes(':') && isOpenTo(handle, permissions)
            // On a phone the last two are enough: the button beside them leads back.
            const far = index < trail.length - 2 && 'max-sm:hidden'
            return (
              <Fragment key={handle.path}>
                {index > 0 && (
                  <li aria-hidden="true" className={clsx('text-subtle', index < trail.length - 1 && 'max-sm:hidden')}>
                    /
                  </li>
                )}
                <li
                  className={clsx(
                    last ? 'flex min-w-0 items-center gap-2' : 'flex shrink-0 items-center gap-2 text-muted',
                    far,
                  )}
                >
                  {handle.colour && <i data-mark={handle.colour} className="size-2 shrink-0 rounded-1 bg-mark" />}
                  {open ? (
                    <Link
                      to={handle.path}
                      className="inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11"
                    >
                      {words}
                    </Link>
                  ) : (
                    <span aria-current={last ? 'page' : undefined} className={last ? 'truncate font-medium' : ''}>
                      {last && record ? <bdi>{words}</bdi> : words}
                    </span>
                  )}
                </li>
              </Fragment>
            )
          })}
        </ol>
      </nav>
      {settled && permissions.includes(ADD_TASK) && (
        <Suspense>
          <AddTask about={about} />
        </Suspense>
      )}
    </div>
  )
}

const whole = Object.values<Pages | null>(screens).filter(one => one !== null)

/** The record that the open page is about; nobody could say whether there is one of a module that is not there yet. */
function useRecordHere(here: Handle | undefined): { id: number; module: Module } | undefined {
  const { pathname } = useLocation()
  const params = useParams()
  const known = recordInPath(pathname)
  const own = whole.find(one => here && here.path in one.routes)?.module
  const module = known ? register[known.kind] : own
  const id = known?.id ?? Number(params.id ?? 0)
  return here && module && id > 0 ? { id, module } : undefined
}

// A hook cannot be left out; for an id of 0 it asks nothing, whatever the module.
const nobody: Module = Object.values(register)[0]!
