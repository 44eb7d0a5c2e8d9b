/**
 * The number on the icon of an installed app: what waits here for the server or for its person. It stays while the app is closed,
 * which is a reminder where nobody sends meanwhile. It says no more than how much there is.
 */
export function showOnIcon(count: number): void {
  // Not every browser has it, and some refuse it to what is not installed.
  void navigator.setAppBadge?.(count).catch(() => undefined)
}
