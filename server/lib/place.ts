import { isIPv6 } from 'node:net'

/**
 * The place that an address stands for where tries are counted: whoever has one IPv6 address has all of its network, and
 * an IPv4 address stays the same in its IPv6 spelling.
 */
export function placeOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4) return v4
  if (!isIPv6(address)) return address
  const spelled = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = spelled.split('::').map(part => part.split(':').filter(Boolean))
  const gap = Array<string>(spelled.includes('::') ? 8 - head.length - tail.length : 0).fill('0')
  return `${[...head, ...gap, ...tail].slice(0, 4).join(':')}::/64`
}
