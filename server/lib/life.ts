/** Where the process stands. There is one per running server. */
export type Life = { stage: 'starting' | 'running' | 'leaving' }
