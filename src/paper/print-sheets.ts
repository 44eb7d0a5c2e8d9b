/** A name that does not come is not waited for any longer than this, in ms. */
const PATIENCE = 4_000
/** Some browsers never say that their print dialogue was closed, in ms. */
const DIALOGUE = 60_000

const later = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** The sheets that would be printed now. */
const sheets = () => document.querySelector('[data-sheets="alone"]') ?? document.querySelector('[data-sheets]')

/** Waits for the names on the sheets; answers the keys of labels whose names did not come. */
export async function namelessLabels(): Promise<ReadonlySet<string>> {
  const since = performance.now()
  // What has just been drawn asks for its names in the next moment.
  await later(0)
  for (;;) {
    const pending = [...(sheets()?.querySelectorAll('[data-pending]') ?? [])]
    if (pending.length === 0) return new Set()
    if (performance.now() - since > PATIENCE)
      return new Set(pending.map(one => one.closest<HTMLElement>('[data-label]')?.dataset['label'] ?? ''))
    await later(50)
  }
}

/** Opens the print dialogue. Sheets must stay until this is over: not every browser waits for its dialogue. */
export async function printSheets(): Promise<void> {
  const over = new Promise<void>(done => window.addEventListener('afterprint', () => done(), { once: true }))
  window.print()
  await Promise.race([over, later(DIALOGUE)])
}
