import { maybe, text } from '../fields.ts'
import { defineList } from '../list.ts'
import { cities, states } from './india.ts'

export const country = defineList({
  name: 'country',
  code: 105,
  path: 'country-list',
  extra: { dialCode: maybe(text(6)) },
  seed: [{ label: 'India', dialCode: '+91' }],
})

export const state = defineList({
  name: 'state',
  code: 106,
  path: 'state-list',
  parent: country,
  seed: states.map(label => ({ label, parent: 'India' })),
})

export const city = defineList({
  name: 'city',
  code: 107,
  path: 'city-list',
  parent: state,
  seed: Object.entries(cities).flatMap(([parent, names]) => names.map(label => ({ label, parent }))),
})

export const area = defineList({
  name: 'area',
  code: 127,
  path: 'area-list',
  parent: city,
  extra: { pincodes: maybe(text(200)) },
  seed: [
    { label: 'Kothrud', parent: 'Pune', pincodes: '411038' },
    { label: 'Hadapsar', parent: 'Pune', pincodes: '411028' },
    { label: 'Andheri West', parent: 'Mumbai', pincodes: '400053, 400058' },
    { label: 'Indiranagar', parent: 'Bengaluru', pincodes: '560038' },
  ],
})
