import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Fragment, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useMatches, useNavigate } from 'react-router-dom'
import type { Handle } from '#src/crud/screens.ts'
import { HOME } from '#src/session/safe-redirect.ts'
import { useSession } from '#src/session/session.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { pages } from './pages.tsx'
import { trailTo } from './trail.ts'
import { useTitles } from './use-titles.ts'

/** Where the person is: a way back, and the way here. It also names the page in the title of the window. */
export function Crumbs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
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
  const title = here ? titleOf(here.title) : ''

  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product')
  }, [title, t])

  const back = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(trail.at(-2)?.path ?? HOME))

  return (
    <div className="flex min-h-crumbs items-center gap-2 px-gutter pt-2 text-30 max-md:px-2 print:hidden">
      <IconButton size="sm" label={t('crumbs.back')} icon={ArrowLeft} mirrored onClick={() => void back()} />
      <nav aria-label={t('crumbs.label')} className="min-w-0">
        <ol className="flex min-w-0 items-center gap-2">
          {trail.map((handle, index) => {
            const last = index === trail.length - 1
            const words = titleOf(handle.title)
            const open = !last && !handle.path.includes(':') && isOpenTo(handle, user?.permissions ?? [])
            return (
              <Fragment key={handle.path}>
                {index > 0 && (
                  <li aria-hidden="true" className="text-subtle">
                    /
                  </li>
                )}
                <li
                  className={last ? 'flex min-w-0 items-center gap-2' : 'flex shrink-0 items-center gap-2 text-muted'}
                >
                  {handle.colour && <i data-mark={handle.colour} className="size-2 shrink-0 rounded-1 bg-mark" />}
                  {open ? (
                    <Link to={handle.path} className="hover:underline">
                      {words}
                    </Link>
                  ) : (
                    <span aria-current={last ? 'page' : undefined} className={last ? 'truncate font-medium' : ''}>
                      {words}
                    </span>
                  )}
                </li>
              </Fragment>
            )
          })}
        </ol>
      </nav>
    </div>
  )
}
