/**
 * For an effect that waits: says what came of it, unless the effect is over by then. Answers how to end it. Without `failed` a
 * failure is nobody's, as everywhere.
 */
export function untilOver<T>(
  wait: Promise<T>,
  then: (value: T) => void,
  failed?: (error: unknown) => void,
): () => void {
  let over = false
  void wait.then(value => over || then(value), failed && (error => over || failed(error)))
  return () => {
    over = true
  }
}
