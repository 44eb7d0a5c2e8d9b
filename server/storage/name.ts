/** Names are made by the server; whatever else reaches a storage is a mistake, and leads nowhere. */
export function checkName(name: string): string {
  if (!/^[0-9a-f]{2}[0-9a-z-]{6,60}$/.test(name))
    throw new Error(`${JSON.stringify(name)} is no name of a file of ours.`)
  return name
}
