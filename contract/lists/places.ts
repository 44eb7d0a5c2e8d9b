import { maybe, text } from '../fields.ts'
import { defineList } from '../list.ts'

export const country = defineList({
  name: 'country',
  code: 105,
  path: 'country-list',
  extra: { dialCode: maybe(text(6)) },
})

export const state = defineList({
  name: 'state',
  code: 106,
  path: 'state-list',
  parent: country,
})

export const city = defineList({
  name: 'city',
  code: 107,
  path: 'city-list',
  parent: state,
})

export const area = defineList({
  name: 'area',
  code: 127,
  path: 'area-list',
  parent: city,
  extra: { pincodes: maybe(text(200)) },
})
