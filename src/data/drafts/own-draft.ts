const NAME = 'draft:'

// A reload gives a tab its own draft back, whatever others there are. Where a browser keeps nothing, it is asked about.
export const ownDraft = (place: string): string | null => {
  try {
    return sessionStorage.getItem(NAME + place)
  } catch {
    return null
  }
}

export function noteOwnDraft(place: string, key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(NAME + place)
    else sessionStorage.setItem(NAME + place, key)
  } catch {
    // It is found without it.
  }
}
