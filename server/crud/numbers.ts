import type { Occasion } from './behaviour.ts'

/**
 * The next number of a series that starts anew each year of the house: nextNumber(occasion, 'STM') is STM-2026-000123. What is
 * dated by a `day` is numbered in the year of that. Others who want one of the same series wait for this transaction, so ask
 * for it as late as possible.
 */
export async function nextNumber(
  { tx, now }: Pick<Occasion, 'tx' | 'now'>,
  series: string,
  day: string | null = null,
): Promise<string> {
  const [next] = await tx.also<{ year: number; last: number }>(
    `insert into number_series (series, year, last)
     select $1, extract(year from coalesce($3::date, ($2::timestamptz at time zone
       coalesce((select time_zone from general_setting), 'UTC'))::date))::int, 1
     on conflict (series, year) do update set last = number_series.last + 1
     returning year, last`,
    [series, now, day],
  )
  return `${series}-${next!.year}-${String(next!.last).padStart(6, '0')}`
}

/** The next of a series that counts other years: the caller says which, and writes the number as it has to be. */
export async function nextInSeries({ tx }: Pick<Occasion, 'tx'>, series: string, year: number): Promise<number> {
  const [next] = await tx.also<{ last: number }>(
    `insert into number_series (series, year, last) values ($1, $2, 1)
     on conflict (series, year) do update set last = number_series.last + 1 returning last`,
    [series, year],
  )
  return next!.last
}
