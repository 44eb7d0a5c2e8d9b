import { beforeEach, expect, test } from 'vitest'
import { deviceDb, writeShared } from '#src/offline/device.ts'
import { forgetHere, noteArrival, rememberedHere, wishToBeRemembered } from './remembered.ts'

beforeEach(async () => {
  await writeShared(false)
  await writeShared(true)
  wishToBeRemembered(null)
})

const arrive = async (username: string, wish: boolean | null) => {
  wishToBeRemembered(wish)
  await noteArrival(username)
}

test('only who wants to be found on a shared device is, the last one first, and once', async () => {
  await arrive('meera', true)
  await arrive('ravi', null)
  await arrive('asha', true)
  expect(await rememberedHere()).toEqual(['asha', 'meera'])
  // Who is known and says nothing stays, and comes first.
  await arrive('meera', null)
  expect(await rememberedHere()).toEqual(['meera', 'asha'])
})

test('a wish is good for one arrival', async () => {
  await arrive('meera', true)
  await noteArrival('ravi')
  expect(await rememberedHere()).toEqual(['meera'])
})

test('who no longer wants it goes, and so does a name that somebody removes', async () => {
  await arrive('meera', true)
  await arrive('asha', true)
  await arrive('meera', false)
  expect(await rememberedHere()).toEqual(['asha'])
  await forgetHere('asha')
  expect(await rememberedHere()).toEqual([])
})

test('a device of one person keeps no names, and forgets those it had', async () => {
  await arrive('meera', true)
  await writeShared(false)
  expect(await rememberedHere()).toEqual([])
  await arrive('meera', true)
  expect(await rememberedHere()).toEqual([])
})

test('nothing but the name is written', async () => {
  await arrive('meera', true)
  expect(await (await deviceDb()).entries.get('remembered')).toEqual({ key: 'remembered', value: ['meera'] })
})
