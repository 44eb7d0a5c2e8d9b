import { useTranslation } from 'react-i18next'

/** The first stop of the Tab key on every page: over the navigation to the content. */
export function SkipLink({ to = 'main' }: { to?: string | undefined }) {
  const { t } = useTranslation('ui')
  return (
    <a
      href={`#${to}`}
      onClick={event => {
        event.preventDefault()
        const target = document.getElementById(to)
        target?.focus()
        target?.scrollIntoView()
      }}
      className="fixed start-4 top-3 z-(--z-toast) -translate-y-20 rounded-2 bg-inverse px-4 py-2 font-medium text-inverse-text focus:translate-y-0 focus:shadow-3"
    >
      {t('skipToContent')}
    </a>
  )
}
