import type pg from 'pg'

/**
 * Drops mails that wait in a restored database: the original service may have sent them, and may still be running. Their
 * notices stay in the inbox.
 */
export async function dropRestoredMails(client: pg.ClientBase): Promise<void> {
  // A backup of an earlier release has no such table yet.
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('mails') is not null as exists`,
  )
  if (!rows[0]?.exists) return
  await client.query(`update mails set state = 'dropped', lease = null where state = 'pending'`)
}
