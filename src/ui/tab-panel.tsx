import type { ReactNode } from 'react'

/** The part of the page that the Tabs with the same id switch. */
export function TabPanel(props: { id: string; value: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div
      role="tabpanel"
      id={`${props.id}-panel`}
      aria-labelledby={`${props.id}-tab-${props.value}`}
      className={props.className}
    >
      {props.children}
    </div>
  )
}
