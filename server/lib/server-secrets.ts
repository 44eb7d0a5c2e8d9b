import type { Pool, PoolClient } from 'pg'

/** What the server alone knows: where keys of sealed work come from, the mail server's password, and the keys of couriers. */
type SecretName = 'seal' | 'mail' | `courier:${number}`

export async function readSecret(db: Pool | PoolClient, name: SecretName): Promise<Buffer | null> {
  const { rows } = await db.query<{ value: Buffer }>('select value from server_secret where name = $1', [name])
  return rows[0]?.value ?? null
}

/** Null takes it away. */
export const writeSecret = (db: Pool | PoolClient, name: SecretName, value: string | null) =>
  value === null
    ? db.query('delete from server_secret where name = $1', [name])
    : db.query(
        `insert into server_secret (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
        [name, Buffer.from(value)],
      )
