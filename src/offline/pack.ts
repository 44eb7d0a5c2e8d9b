/**
 * A stored row as bytes and back: what JSON can say, and beside it dates, bytes and holes. Anything else is refused
 * rather than silently changed. Layout: length of the JSON (4 bytes), the JSON, then all binary parts.
 */
export function pack(value: unknown): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let size = 0
  const place = (bytes: Uint8Array): [number, number] => {
    const at = size
    parts.push(bytes)
    size += bytes.length
    return [at, bytes.length]
  }

  const outward = (value: unknown): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : { $: 'number', v: String(value) }
    if (value === undefined) return { $: 'undefined' }
    switch (kindOf(value)) {
      case 'Array':
        return (value as unknown[]).map(outward)
      case 'Date':
        return { $: 'date', v: (value as Date).getTime() }
      case 'ArrayBuffer':
        return { $: 'buffer', v: place(new Uint8Array(value as ArrayBuffer)) }
      case 'Uint8Array':
        return { $: 'bytes', v: place(value as Uint8Array) }
      case 'Object': {
        const entries = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, outward(inner)]))
        return '$' in entries ? { $: 'object', v: entries } : entries
      }
      default:
        throw new TypeError(`A ${kindOf(value)} cannot be packed`)
    }
  }

  const json = new TextEncoder().encode(JSON.stringify(outward(value)))
  const packed = new Uint8Array(4 + json.length + size)
  new DataView(packed.buffer).setUint32(0, json.length)
  packed.set(json, 4)
  let at = 4 + json.length
  for (const part of parts) {
    packed.set(part, at)
    at += part.length
  }
  return packed
}

export function unpack(packed: Uint8Array): unknown {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0)
  const parts = packed.subarray(4 + length)
  const partAt = ([at, size]: [number, number]) => parts.slice(at, at + size)

  const entries = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inward(inner)]))
  const inward = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inward)
    if (typeof value !== 'object' || value === null) return value
    const tagged = value as { $?: string; v: never }
    switch (tagged.$) {
      case undefined:
        return entries(value)
      case 'number':
        return Number(tagged.v)
      case 'date':
        return new Date(tagged.v)
      case 'buffer':
        return partAt(tagged.v).buffer
      case 'bytes':
        return partAt(tagged.v)
      case 'object':
        return entries(tagged.v)
      default:
        return undefined
    }
  }
  return inward(JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length))))
}

// By name, because a value that comes out of a database may have been made elsewhere.
const kindOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1)
