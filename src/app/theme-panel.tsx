import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { PictureChoice } from '#src/ui/picture-choice.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { LayoutDrawing } from './layout-drawing.tsx'
import { closeThemePanel } from './theme-panel-open.ts'
import {
  changeTheme,
  chooseLayout,
  chooseMode,
  directions,
  followSystem,
  layoutBefore,
  layouts,
  leaveBlank,
  resetTheme,
  schemas,
  sizes,
  useTheme,
  type Theme,
} from './theme.ts'
import { useMedia } from '#src/lib/use-media.ts'

const modeChoices = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'system', icon: Monitor },
] as const

/** How the app looks, on this device. Every choice holds at once, with the page in view beside it. */
export function ThemePanel({ open }: { open: boolean }) {
  const { t } = useTranslation('theme')
  const theme = useTheme()
  const coarse = useMedia('(pointer: coarse)')
  const first = useRef<HTMLButtonElement>(null)
  const blank = theme.layout.type === 'blank'
  return (
    <Drawer
      open={open}
      onClose={close}
      title={t('theme:title')}
      size="sm"
      clear
      footer={
        <>
          {blank && (
            <Button onClick={leaveBlank} className="me-auto">
              {t('theme:layout.back', { layout: t(`theme:layout.${layoutBefore(theme)}`) })}
            </Button>
          )}
          <Button ref={first} onClick={resetTheme}>
            {t('theme:reset')}
          </Button>
        </>
      }
    >
      <Group title={t('theme:mode.title')}>
        <SegmentedControl
          label={t('theme:mode.title')}
          options={modeChoices.map(({ value, icon }) => ({ value, icon, label: t(`theme:mode.${value}`) }))}
          value={theme.followSystem ? 'system' : theme.mode}
          onChange={mode => (mode === 'system' ? followSystem() : chooseMode(mode))}
          className="flex! *:flex-1"
        />
      </Group>
      <Group title={t('theme:schema.title')}>
        {id => (
          <PictureChoice
            labelledBy={id}
            className="grid-cols-3"
            options={schemas.map(value => ({
              value,
              label: t(`theme:schema.${value}`),
              picture: <Swatches schema={value} mode={theme.mode} />,
            }))}
            value={theme.themeSchema}
            onChange={themeSchema => changeTheme({ themeSchema })}
          />
        )}
      </Group>
      <Group title={t('theme:layout.title')}>
        {id => (
          <PictureChoice
            labelledBy={id}
            className="grid-cols-2"
            options={layouts.map(value => ({
              value,
              label: t(`theme:layout.${value}`),
              picture: <LayoutDrawing of={value} />,
            }))}
            value={theme.layout.type}
            onChange={chooseLayout}
          />
        )}
      </Group>
      <Group title={t('theme:size.title')} text={coarse ? t('theme:size.finger') : undefined}>
        <SegmentedControl
          label={t('theme:size.title')}
          options={sizes.map(value => ({ value, label: t(`theme:size.${value}`) }))}
          value={theme.controlSize}
          onChange={controlSize => changeTheme({ controlSize })}
          className="flex! *:min-w-0 *:flex-1"
        />
      </Group>
      <Group title={t('theme:direction.title')}>
        <SegmentedControl
          label={t('theme:direction.title')}
          options={directions.map(value => ({ value, label: t(`theme:direction.${value}`) }))}
          value={theme.direction}
          onChange={direction => changeTheme({ direction })}
          className="flex! *:flex-1"
        />
      </Group>
    </Drawer>
  )
}

/** The button that opened it may be gone with the layout that it stood in; then the focus goes to the one of the new. */
function close() {
  closeThemePanel()
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const again = [...document.querySelectorAll<HTMLElement>('[data-theme-button]')].find(one => one.offsetParent)
    ;(again ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }, 50)
}

type GroupProps = { title: string; text?: string | undefined; children: ReactNode | ((titleId: string) => ReactNode) }

function Group({ title, text, children }: GroupProps) {
  const id = useId()
  return (
    <section className="grid gap-2">
      <h3 id={id} className="text-30">
        {title}
      </h3>
      {typeof children === 'function' ? children(id) : children}
      {text && <p className="text-20 text-subtle">{text}</p>}
    </section>
  )
}

/** The accent family of a schema, in the mode that is on. */
function Swatches({ schema, mode }: { schema: Theme['themeSchema']; mode: Theme['mode'] }) {
  return (
    <span
      data-schema={schema}
      data-solid=""
      className={`${mode} grid h-10 grid-cols-2 grid-rows-[3fr_2fr] overflow-hidden rounded-2 border border-line-strong`}
    >
      <span className="col-span-2 bg-primary" />
      <span className="bg-primary-mild" />
      <span className="bg-primary-subtle" />
    </span>
  )
}
