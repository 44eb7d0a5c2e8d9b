import { clsx } from 'clsx'
import Camera from 'lucide-react/icons/camera'
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { InShort } from '#src/crud/in-short.tsx'
import type { Pages } from '#src/crud/screens.ts'
import type { PanelProps } from '#src/fields/record-places.ts'
import { useScans } from '#src/lib/keys/scans.ts'
import { piece } from '#src/lib/piece.ts'
import { screens } from '#src/modules/index.ts'
import { keepLooksByCamera, looksByCamera } from '#src/scan/looks-by-camera.ts'
import { DeskContext, makeDesk } from '#src/scan/modes/desk.ts'
import { ModeMenu } from '#src/scan/modes/mode-menu.tsx'
import { ModePlace } from '#src/scan/modes/mode-place.tsx'
import { RecentScans } from '#src/scan/recent-scans-card.tsx'
import { ScanAnswer } from '#src/scan/scan-answer.tsx'
import { ScanField } from '#src/scan/scan-field.tsx'
import { useLookUp } from '#src/scan/use-look-up.ts'
import { Button } from '#src/ui/button.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

const CameraView = piece(() => import('#src/scan/camera/camera.tsx').then(it => it.Camera))

const PhotoReader = piece(() => import('#src/scan/camera/photo.tsx').then(it => it.PhotoReader))

const all: Readonly<Record<string, Pages | null>> = screens

function Short({ module, record }: PanelProps) {
  const pages = all[module]
  return pages ? <InShort pages={pages} record={record} /> : null
}

/**
 * Takes whatever is scanned, one after the other, and stays open for the next. It is looked up, unless the address names a mode.
 * Camera and field stay as they are when that changes.
 */
export function ScannerPage() {
  const { t } = useTranslation('scan')
  const field = useRef<HTMLInputElement>(null)
  const lookUp = useLookUp()
  const [mode, setMode] = useMode()
  const [desk] = useState(makeDesk)
  const [cover, setCover] = useState<HTMLElement | null>(null)
  const [blocked, setBlocked] = useState(false)
  const [camera, setCamera] = useState(looksByCamera)
  const focus = useCallback(() => field.current?.focus(), [])
  const take = mode === null ? lookUp.scan : desk.give
  useAsked(code => lookUp.scan(code, true))
  useScans(code => take(code, true))
  const turnCamera = () => {
    setCamera(!camera)
    keepLooksByCamera(!camera)
  }
  return (
    <DeskContext value={{ desk, cover, setBlocked, focus }}>
      <PageHead
        title={t('titles.scanner')}
        actions={
          <>
            <Button icon={Camera} aria-pressed={camera} onClick={turnCamera}>
              {t('camera.label')}
            </Button>
            <Suspense>
              <ModeMenu all={all} mode={mode} onChoose={setMode} />
            </Suspense>
          </>
        }
      />
      <div className={clsx('grid items-start gap-5', mode === null && 'lg:grid-cols-[minmax(0,1fr)_336px]')}>
        <div className="grid min-w-0 gap-5">
          <div className="overflow-hidden rounded-3 border bg-surface shadow-1">
            <div className="grid *:[grid-area:1/1]">
              {camera && (
                <div inert={blocked}>
                  <Suspense fallback={<div className="min-h-72 bg-camera" />}>
                    <CameraView onCode={text => take(text, false)} />
                  </Suspense>
                </div>
              )}
              {/* Over the camera. It takes no room before something lies there. */}
              <div ref={setCover} className="relative grid empty:hidden" />
            </div>
            <div hidden={blocked}>
              <ScanField ref={field} label={t('field.label')} placeholder={t('field.ready')} onScan={take} />
              {!camera && (
                <Suspense>
                  <PhotoReader onCode={text => take(text, false)} />
                </Suspense>
              )}
            </div>
            {mode === null && <ScanAnswer lookUp={lookUp} inShort={Short} onAgain={focus} />}
          </div>
          <WaitsFor key={mode} desk={desk} />
          {mode !== null && (
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <ModePlace all={all} mode={mode} onScan={lookUp.scan} onNone={() => setMode(null)} />
            </Suspense>
          )}
        </div>
        {mode === null && <RecentScans onShow={lookUp.show} onRemove={lookUp.undo} />}
      </div>
    </DeskContext>
  )
}

/** What waits for one mode is not scanned for the next. */
function WaitsFor({ desk }: { desk: ReturnType<typeof makeDesk> }) {
  useEffect(() => desk.forget, [desk])
  return null
}

/** What is done with what is scanned, as the address has it; null where it is looked up. */
function useMode(): [string | null, (mode: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  return [search.get('mode'), mode => setSearch(mode === null ? {} : { mode }, { replace: true })]
}

/** Another page could not answer a scan: it stands in the address, and is looked up once. */
function useAsked(onAsked: (code: string) => void) {
  const [search, setSearch] = useSearchParams()
  const code = search.get('code')
  const ask = useEffectEvent((code: string) => {
    setSearch({}, { replace: true })
    onAsked(code)
  })
  useEffect(() => {
    if (code) ask(code)
  }, [code])
}
