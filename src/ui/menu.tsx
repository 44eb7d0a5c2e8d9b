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
import { Fragment, type ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconType } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { panelLook, rowLook } from './option-row.tsx'

export type MenuEntry = {
  label: string
  icon?: IconType | undefined
  mirrored?: boolean | undefined
  /** Keys that do the same, as words: "Alt D". */
  shortcut?: string | undefined
  danger?: boolean | undefined
  /** A string says why not; the entry stays reachable, so that everyone can read it. */
  disabled?: boolean | string | undefined
  /** A tick before the words: this is how it is now. */
  checked?: boolean | undefined
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined })

export type MenuGroup = { heading?: string | undefined; items: readonly MenuEntry[] }

export type MenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** Groups are parted by a line. */
  items: readonly MenuEntry[] | readonly MenuGroup[]
  align?: 'start' | 'end' | undefined
}

const isGroups = (items: MenuProps['items']): items is readonly MenuGroup[] =>
  items[0] !== undefined && 'items' in items[0]

export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const groups: readonly MenuGroup[] = isGroups(items) ? items : [{ items }]
  const filled = groups.filter(group => group.items.length > 0)
  const icons = filled.some(group => group.items.some(item => item.icon ?? item.checked !== undefined))
  return (
    <Root>
      <MenuButton as={Fragment}>{trigger}</MenuButton>
      <MenuItems
        anchor={{ to: align === 'end' ? 'bottom end' : 'bottom start', gap: 4, padding: 8 }}
        transition
        modal={false}
        className={clsx(panelLook, 'max-w-80 min-w-52 [--anchor-max-height:30rem]!')}
      >
        {filled.map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a menu does not reorder its groups
          <Fragment key={index}>
            {index > 0 && <MenuSeparator className="my-1 border-t" />}
            <MenuSection>
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
      <span className="min-w-0 flex-1 py-1">
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
