import { useEffect, useState } from 'react'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Select } from '#src/ui/select.tsx'
import { Toaster } from '#src/ui/toaster.tsx'
import { ButtonsSection } from './buttons-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { MessagesSection } from './messages-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { StatusSection } from './status-section.tsx'
import { TableSection } from './table-section.tsx'
import { TokensSection } from './tokens-section.tsx'

const named = <V extends string>(...values: V[]) => values.map(value => ({ value, label: value }))
const asked = new URLSearchParams(location.search)

/**
 * Every part in every state, for the eye: only in development, so its words are not translated. `?theme=dark&dir=rtl`
 * and the like open it in a given dress.
 */
export function Gallery({ ownHosts = true }: { ownHosts?: boolean }) {
  const [theme, setTheme] = useState(asked.get('theme') ?? 'light')
  const [schema, setSchema] = useState(asked.get('schema') ?? 'default')
  const [dir, setDir] = useState(asked.get('dir') ?? 'ltr')
  const [size, setSize] = useState(asked.get('size') ?? 'md')
  // The page around it gets its own dress back.
  useEffect(() => {
    const html = document.documentElement
    const { className, dir } = html
    const { schema, controlSize } = html.dataset
    return () => {
      html.className = className
      html.dir = dir
      html.dataset.schema = schema ?? 'default'
      html.dataset.controlSize = controlSize ?? 'md'
    }
  }, [])
  useEffect(() => {
    const html = document.documentElement
    html.classList.toggle('dark', theme === 'dark')
    html.classList.toggle('light', theme === 'light')
    html.dataset.schema = schema
    html.dataset.controlSize = size
    html.dir = dir
  }, [theme, schema, dir, size])
  return (
    <main className="mx-auto grid max-w-page gap-6 bg-bg p-4 sm:p-8">
      <header className="flex flex-wrap items-center gap-3">
        <h1>Components</h1>
        <p className="text-muted">Every control in every state.</p>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <SegmentedControl label="Theme" value={theme} onChange={setTheme} options={named('light', 'dark')} />
          <SegmentedControl label="Direction" value={dir} onChange={setDir} options={named('ltr', 'rtl')} />
          <SegmentedControl label="Size" value={size} onChange={setSize} options={named('xs', 'sm', 'md', 'lg')} />
          <Select
            aria-label="Schema"
            size="sm"
            className="w-32!"
            value={schema}
            onChange={setSchema}
            options={named('default', 'dark', 'green', 'purple', 'orange')}
          />
        </div>
      </header>
      <TokensSection />
      <ButtonsSection />
      <FieldsSection />
      <StatusSection />
      <TableSection />
      <MessagesSection />
      <OverlaysSection />
      {ownHosts && (
        <>
          <Toaster />
          <ConfirmHost />
        </>
      )}
    </main>
  )
}
