import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NameButton } from '#src/parts/name-button.tsx'
import { forgetHere, rememberedHere, wishToBeRemembered } from '#src/session/remembered.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'

type Props = { username: string; onPick: (username: string) => void }

/** On a shared device: who wants to be found here, and whether the person who signs in wants that too. */
export function WhoIsHere({ username, onPick }: Props) {
  const { t } = useTranslation('auth')
  const [names, setNames] = useState<readonly string[]>([])
  const typed = username.trim()
  useEffect(() => void rememberedHere().then(setNames, () => undefined), [])
  const forget = async (name: string) => {
    await forgetHere(name)
    setNames(await rememberedHere())
  }
  return (
    <>
      <Remember key={typed} isKnown={names.includes(typed)} />
      {names.length > 0 && (
        <div role="group" aria-label={t('here.title')} className="grid gap-2">
          <p className="text-30 text-muted">{t('here.title')}</p>
          <ul className="flex flex-wrap gap-2">
            {names.map(name => (
              <li key={name} className="flex items-center">
                <NameButton name={name} onClick={() => onPick(name)} />
                <IconButton size="sm" icon={X} label={t('here.forget', { name })} onClick={() => void forget(name)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** What one person wants counts for nobody whose name is typed after theirs: each begins with how it was. */
function Remember({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('auth')
  const [wish, setWish] = useState<boolean | null>(null)
  useEffect(() => () => wishToBeRemembered(null), [])
  return (
    <Checkbox
      label={t('here.remember')}
      checked={wish ?? isKnown}
      onChange={on => {
        setWish(on)
        wishToBeRemembered(on)
      }}
    />
  )
}
