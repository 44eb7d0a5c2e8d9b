type Holder = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Notes what a field holds, and where its caret stands. Answers how it gets both back; null for what is no field. */
export function holdValue(target: EventTarget | null): (() => void) | null {
  if (target instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = target
    return () => {
      writeValue(target, value)
      // Somebody may be writing in the middle of it.
      target.setSelectionRange(selectionStart, selectionEnd)
    }
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return null
  const { value } = target
  return () => writeValue(target, value)
}

/** Writes into a field as somebody who types does. */
export function writeValue(field: Holder, value: string): void {
  // As the browser writes it, so that whoever draws the field hears of it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
