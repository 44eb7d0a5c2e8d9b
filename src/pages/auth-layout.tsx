import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandMark } from '#src/parts/brand.tsx'
import { Footer } from '#src/parts/footer.tsx'
import type { Mark } from '#src/ui/mark.ts'

const story = [
  ['inquiry', 'blue', 2],
  ['order', 'green', 3],
  ['return', 'yellow', 4],
  ['repair', 'orange', 5],
  ['claim', 'darkred', 2],
] as const satisfies [string, Mark, number][]

/**
 * The frame of the pages for people who are not signed in: the form, and beside it what the app is about. `below` has
 * its place under the form, so that what comes later does not move it.
 */
export function AuthLayout({ below, children }: { below?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <main className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] gap-6 bg-surface p-5 md:px-10 md:py-8">
        <p className="flex items-center gap-3 text-60 font-semibold tracking-tight">
          <BrandMark />
          {t('product')}
        </p>
        <div className="grid w-full max-w-96 grid-rows-[1fr_auto_1fr] justify-self-center">
          <div className="row-start-2">{children}</div>
          <div className="row-start-3 grid content-start gap-3 pt-6 empty:pt-0">{below}</div>
        </div>
        <Footer />
      </main>
      <Story />
    </div>
  )
}

function Story() {
  const { t } = useTranslation('auth')
  return (
    <aside
      aria-hidden="true"
      className="hidden content-center justify-items-center gap-10 border-s bg-primary-subtle p-10 md:grid"
    >
      <div className="w-full max-w-100 rounded-4 border bg-surface px-5 pt-5 pb-2 shadow-3">
        <p className="caps">{t('story.title')}</p>
        <ol className="mt-3">
          {story.map(([name, mark, done]) => (
            <li key={name} data-mark={mark} className="flex min-h-12 items-center gap-3 border-t font-medium">
              <span className="h-4.5 w-0.75 rounded-1 bg-mark" />
              {t(`story.${name}`)}
              <span className="ms-auto flex gap-0.5">
                {[1, 2, 3, 4, 5].map(step => (
                  <i key={step} className={`h-1.5 w-3.5 rounded-1 ${step <= done ? 'bg-mark' : 'bg-line-strong'}`} />
                ))}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <p className="text-center text-80 leading-9 font-semibold tracking-figure md:max-lg:text-60 md:max-lg:leading-7 whitespace-pre-line text-primary-deep">
        {t('story.line')}
      </p>
    </aside>
  )
}
