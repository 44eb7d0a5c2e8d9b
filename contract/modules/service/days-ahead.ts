/** So many days ahead somebody sees what is theirs, and takes it along. */
export const DAYS_AHEAD = 14
