const made = new Set<string>()

/** An address for bytes on this device (a photo that waits to be sent); it ends with the session. */
export function objectUrl(bytes: Blob): string {
  const url = URL.createObjectURL(bytes)
  made.add(url)
  return url
}

export function revokeObjectUrls(): void {
  for (const url of made) URL.revokeObjectURL(url)
  made.clear()
}

export function revokeObjectUrl(url: string): void {
  URL.revokeObjectURL(url)
  made.delete(url)
}
