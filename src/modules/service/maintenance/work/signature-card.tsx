import Eraser from 'lucide-react/icons/eraser'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkMaintenance } from '#contract/modules/service/maintenance-form.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { FilePicture } from '#src/attached/file-picture.tsx'
import { useUpload } from '#src/attached/use-upload.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { piece } from '#src/lib/piece.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Field } from '#src/ui/field.tsx'
import type { WorkForm } from './use-work-form.ts'

const SignatureField = piece(() => import('./signature-field.tsx').then(it => it.SignatureField))

/** Whoever takes the device signs for it, once the work is finished. What was signed stays until another one is kept. */
export function SignatureCard({ work }: { work: WorkForm }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const { online } = useConnection()
  const uploading = useUpload({ module: maintenance, field: 'signature' })
  const [wrong, setWrong] = useState('')
  const { base, form } = work
  const signed = form.values.signature as number[]
  const [again, setAgain] = useState(false)
  const keep = (id: number) => {
    work.put('signature', [id])
    setAgain(false)
    for (const old of signed) if (!base.signature.includes(old)) void uploading.takeOff(old)
  }
  const sign = (draw: () => Promise<File | null>) => {
    // Before anything is made of it: what is too early is no file of anybody.
    const early = checkMaintenance({ ...base, ...form.values, signature: [...signed, 0] }, base).signature
    setWrong(early ?? '')
    if (!early) void draw().then(file => (file ? uploading.add([file], keep) : undefined))
  }
  const askAgain = async () => {
    // With it the device was given away: it stands on the paper that the customer has.
    const isMeant =
      !base.handedOverAt ||
      (await confirm({
        title: t('screen.work.sign.replaceTitle'),
        text: t('screen.work.sign.replaceText', { at: formatDateTime(base.handedOverAt) }),
        confirmLabel: t('screen.work.sign.again'),
        cancelLabel: t('screen.work.sign.keepOld'),
        danger: true,
      }))
    if (isMeant) setAgain(true)
  }
  const backToOld = () => {
    setAgain(false)
    setWrong('')
  }
  const [first] = signed
  return (
    <Card
      title={words.field('signature')}
      aside={!online && <span className="text-30 text-subtle">{t('screen.work.keptOffline')}</span>}
    >
      <Field
        group
        hideLabel
        id="work-signature"
        label={words.field('signature')}
        error={wrong || form.errors.signature || uploading.refused[0]?.message}
      >
        {first === undefined || again ? (
          <Suspense fallback={<div className="h-56" />}>
            <SignatureField
              name={base.name}
              onSign={sign}
              onTouch={() => setWrong('')}
              onBack={first === undefined ? undefined : backToOld}
            />
          </Suspense>
        ) : (
          <div className="relative overflow-hidden rounded-2 border border-control bg-paper">
            <FilePicture
              id={first}
              size="medium"
              alt={words.field('signature')}
              className="h-40 w-full *:object-contain! bg-paper!"
            />
            <p className="px-4 pb-2 text-20 text-paper-ink">
              {[base.signedBy ?? base.name, base.handedOverAt && formatDateTime(base.handedOverAt)]
                .filter(Boolean)
                .join(', ')}
            </p>
            {base.signedChangedAt && (
              <p className="px-4 pb-2 text-20 font-medium text-paper-ink">
                {words.field('signedChangedAt')}: {formatDateTime(base.signedChangedAt)}
              </p>
            )}
            <Button size="lg" icon={Eraser} className="absolute! end-1 top-1" onClick={() => void askAgain()}>
              {t('screen.work.sign.again')}
            </Button>
          </div>
        )}
      </Field>
    </Card>
  )
}
