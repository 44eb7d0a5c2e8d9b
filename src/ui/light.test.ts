import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// The sign-in page is painted with these; what they import is paid for before anybody can type a name.
const light = ['button', 'field', 'text-input', 'password-input', 'checkbox', 'banner', 'spinner']

function closure(file: string, seen = new Set<string>(), packages = new Set<string>()) {
  if (seen.has(file)) return packages
  seen.add(file)
  for (const [, type, from = ''] of readFileSync(file, 'utf8').matchAll(/^import (type )?[^'"]*['"]([^'"]+)['"]/gm)) {
    if (type) continue
    if (from.startsWith('.')) closure(join(dirname(file), from), seen, packages)
    else packages.add(from)
  }
  return packages
}

test.each(light)('%s brings no heavy package with it, and icons one by one', name => {
  const packages = [...closure(`src/ui/${name}.tsx`)].filter(from => !from.startsWith('lucide-react/icons/'))
  expect(packages.filter(from => !['react', 'react-i18next', 'clsx'].includes(from))).toEqual([])
})

test('the walk over imports sees a heavy one', () => {
  expect([...closure('src/ui/dialog.tsx')]).toContain('@headlessui/react')
})
