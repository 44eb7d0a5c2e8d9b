import { expect, it } from 'vitest'
import { isAppAddress } from './app-address.ts'

const at = (address: string) => isAppAddress(new URL(address, 'https://desk.example'))

it.each(['/', '/home', '/customer/17', '/customers?q=john@acme.com', '/orders?balance=1.5..200', '/home?to=/a/b.txt'])(
  '%s is the app',
  address => expect(at(address)).toBe(true),
)

it.each([
  '/api',
  '/api/customer',
  '/assets/entry.js',
  '/locales/en/crud.json',
  '/rescue.html',
  '/c/Zm9vYmFy',
  '/icons/mark.svg?v=1',
])('%s is not', address => expect(at(address)).toBe(false))
