/** Where the process stands. There is one per running server. */
export type Life = {
  stage: 'starting' | 'running' | 'leaving'
  /** When it came to run, in milliseconds since 1970. */
  runningSince?: number
}
