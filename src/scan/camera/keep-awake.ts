/** Who scans with the camera touches nothing for minutes, and the screen would go dark. Answers how to let it. */
export function keepAwake(): () => void {
  // Not every browser can, nor every device at every moment.
  const { wakeLock } = navigator as Partial<Navigator>
  const held = wakeLock?.request('screen').catch(() => null)
  return () => void held?.then(lock => lock?.release())
}
