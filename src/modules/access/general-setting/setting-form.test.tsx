import { screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../../tests/support/sync-double.ts'
import { SettingForm } from './setting-form.tsx'

const userId = 5_900

beforeAll(() => speakEnglish('ui', 'crud', 'generalSetting', 'problems', 'keys'))

test('settings that have left one’s sight meanwhile are said to be gone, and cannot be saved', async () => {
  syncDouble()
  await begin({ userId, permissions: ['113-a', '113-c'] })
  const seen = {
    id: 1,
    version: 1,
    companyName: 'Care',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    country: 'IN',
    couriers: [],
  } as unknown as Row
  const form = <SettingForm title="Settings" seen={seen} current={seen} gone onDirty={() => {}} />
  const hand = showAtWork(userId, createMemoryRouter([{ path: '/', element: form }]))
  await hand.type(await screen.findByRole('textbox', { name: 'Company name' }), ' desk')
  expect(screen.getByText(/is not there any more, or you no longer have access to it\./)).toBeDefined()
  expect(screen.getByRole('button', { name: /^Save/ })).toHaveProperty('disabled', true)
})
