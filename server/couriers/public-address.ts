import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that only this machine reaches, or nobody: what answers there is no courier. */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4')

/** The open internet of IPv6, and what of it leads elsewhere. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/** Can everybody reach this address? */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Looks names up for a connection, and finds public addresses only: what was found is what is connected to. */
export const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    const good = found.filter(({ address }) => isPublic(address))
    const [first] = good
    if (!first) return done(Object.assign(new Error('No public address'), { code: 'ENOTPUBLIC' }), [])
    return options.all ? done(null, good) : done(null, first.address, first.family)
  })
