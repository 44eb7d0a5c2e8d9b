import {
  Menu as Root,
  MenuButton,
  MenuHeading,
  MenuItem,
  MenuItems,
  MenuSection,
  MenuSeparator,
} from '@headlessui/react'
import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import type { MenuEntry, MenuGroup, MenuProps, Opening } from './menu-entry.ts'
import { closingLook, panelLook, rowLook } from './option-row.tsx'

const isGroups = (items: MenuProps['items']): items is readonly MenuGroup[] =>
  items[0] !== undefined && 'items' in items[0]

/** The menu itself, opened in the way that made it load. */
export function OpenMenu({ trigger, items, align = 'end', opening }: MenuProps & { opening: Opening }) {
  const place = useRef<HTMLSpanElement>(null)
  const [first] = useState(opening)
  useEffect(() => {
    const button = place.current?.querySelector('button')
    // Where it stays in its place while the page is scrolled, the browser would scroll to where it would stand otherwise.
    button?.focus({ preventScroll: true })
    if (first === 'pressed') button?.click()
    else button?.dispatchEvent(new KeyboardEvent('keydown', { key: first, bubbles: true, cancelable: true }))
  }, [first])
  const groups: readonly MenuGroup[] = isGroups(items) ? items : [{ items }]
  const filled = groups.filter(group => group.items.length > 0)
  const icons = filled.some(group => group.items.some(item => item.icon ?? item.checked !== undefined))
  return (
    <Root>
      <span ref={place} className="contents">
        <MenuButton as={Fragment}>{trigger}</MenuButton>
      </span>
      <MenuItems
        anchor={{ to: align === 'end' ? 'bottom end' : 'bottom start', gap: 4, padding: 8 }}
        transition
        modal={false}
        className={clsx(
          panelLook,
          closingLook,
          'max-w-[min(20rem,calc(100vw-1rem))]! min-w-52 [--anchor-max-height:60rem]!',
        )}
      >
        {filled.map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a menu does not reorder its groups
          <Fragment key={index}>
            {index > 0 && <MenuSeparator className="my-1 border-t" />}
            <MenuSection>
              {group.lead}
              {group.heading && <MenuHeading className="caps block px-2 pt-2 pb-1">{group.heading}</MenuHeading>}
              {group.items.map(item => (
                <Entry key={item.label} item={item} icons={icons} />
              ))}
            </MenuSection>
          </Fragment>
        ))}
      </MenuItems>
    </Root>
  )
}

function Entry({ item, icons }: { item: MenuEntry; icons: boolean }) {
  const reason = typeof item.disabled === 'string' ? item.disabled : undefined
  const look = clsx(
    rowLook,
    'text-start text-ink no-underline',
    item.danger && 'text-danger-text!',
    reason && 'cursor-not-allowed text-disabled!',
  )
  const picture = item.checked ? Check : item.icon
  const inside = (
    <>
      {icons && (
        <span className="grid size-icon-sm shrink-0 place-items-center">
          {picture && (
            <Icon
              of={picture}
              size="sm"
              mirrored={item.mirrored}
              className={clsx(!item.danger && !item.disabled && 'text-muted')}
            />
          )}
        </span>
      )}
      <span className="min-w-0 flex-1 py-1 wrap-anywhere">
        {item.label}
        {reason && <span className="block text-20 text-subtle">{reason}</span>}
      </span>
      {item.shortcut && <Kbd keys={item.shortcut} />}
    </>
  )
  return (
    <MenuItem disabled={item.disabled === true}>
      {item.to !== undefined && !item.disabled ? (
        <Link to={item.to} className={look}>
          {inside}
        </Link>
      ) : (
        <button
          type="button"
          aria-disabled={reason ? true : undefined}
          onClick={event => {
            if (reason) event.preventDefault()
            else item.onSelect?.()
          }}
          className={look}
        >
          {inside}
        </button>
      )}
    </MenuItem>
  )
}
