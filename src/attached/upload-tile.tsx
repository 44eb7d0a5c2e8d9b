import Download from 'lucide-react/icons/download'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { wordsFor } from '#src/data/words.ts'
import { saveFile } from '#src/lib/save-file.ts'
import type { UploadItem } from '#src/offline/uploads.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { askToDiscard } from './ask-to-discard.ts'
import { iconOf, kindOf } from './file-icon.ts'
import { faceLook, Tile } from './tile.tsx'
import { useObjectUrl } from './use-file-url.ts'
import { useUploadWords } from './use-upload-words.ts'

type Props = { item: UploadItem; onOpen: () => void; onRetry: () => void; onCancel: () => void }

/** A file on its way: how far it is, what it waits for, why it was refused. */
export function UploadTile({ item, onOpen, onRetry, onCancel }: Props) {
  const { t } = useTranslation(['crud', 'outbox'])
  const facts = useUploadWords(item)
  const { name, size, sent, state, problem, bytes } = item
  const discard = async () => {
    if (await askToDiscard(t, name)) onCancel()
  }
  return (
    <Tile
      face={
        <span className={faceLook}>
          <Preview bytes={bytes} />
        </span>
      }
      name={name}
      onOpen={onOpen}
      facts={facts}
      aside={
        state !== 'done' && (
          <IconButton
            size="sm"
            icon={X}
            label={t('attached.cancel', { name })}
            onClick={() => void discard()}
            className="-my-1"
          />
        )
      }
    >
      {state !== 'refused' && !item.hold && (
        <Progress
          label={t('attached.progress', { name })}
          value={sent / size}
          tone={state === 'waiting' ? 'warning' : 'accent'}
        />
      )}
      {problem && (
        <div role="alert" className="grid justify-items-start gap-2 text-20 text-danger">
          <p className="text-pretty">{wordsFor(problem.code, problem.message)}</p>
          {item.hold === 'gone' ? (
            <span className="flex flex-wrap gap-2">
              <Button size="xs" icon={Download} onClick={() => saveFile(bytes, name)}>
                {t('attached.save')}
              </Button>
              <Button size="xs" variant="ghost" onClick={() => void discard()}>
                {t('attached.discard')}
              </Button>
            </span>
          ) : (
            <Button size="xs" icon={RotateCw} onClick={onRetry}>
              {t('attached.retry')}
            </Button>
          )}
        </div>
      )}
    </Tile>
  )
}

/** What was chosen, as this device has it. */
export function Preview({ bytes }: { bytes: Blob }) {
  const kind = kindOf(bytes.type)
  const url = useObjectUrl(kind === 'picture' ? bytes : undefined)
  return url ? (
    <img src={url} alt="" className="size-full object-cover opacity-70" />
  ) : (
    <Icon of={iconOf(kind)} size="xl" />
  )
}
