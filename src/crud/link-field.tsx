import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeClipboard } from '#src/lib/clipboard.ts'
import { Button } from '#src/ui/button.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

/** A link that is to be handed over, and the button that copies it. `onCopied`: it is on the clipboard. */
export function LinkField({ link, onCopied }: { link: string; onCopied?: () => void }) {
  const { t } = useTranslation('crud')
  const [copied, setCopied] = useState<boolean | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    field.current?.select()
    const isCopied = await writeClipboard(link)
    setCopied(isCopied)
    if (isCopied) onCopied?.()
  }
  return (
    <>
      <div className="flex gap-2 max-sm:flex-col">
        <TextInput
          ref={field}
          readOnly
          aria-label={t('link.label')}
          className="flex-1"
          inputClassName="ltr"
          dir="ltr"
          value={link}
          onChange={() => undefined}
          onFocus={event => event.target.select()}
        />
        <Button
          variant={copied ? 'secondary' : 'primary'}
          icon={copied ? Check : Copy}
          onClick={() => void copy()}
          className="shrink-0"
        >
          {copied ? t('link.isCopied') : t('link.copy')}
        </Button>
      </div>
      <p role="status" className="text-30 text-muted empty:sr-only">
        {copied === false ? t('link.marked') : ''}
      </p>
    </>
  )
}
