import type pg from 'pg'

/**
 * Drops mails that wait in a restored database: the original service may have sent them, and may still be running. Their
 * notices stay in the inbox.
 */
export async function dropRestoredMails(client: pg.ClientBase): Promise<void> {
  await client.query(`update mails set state = 'dropped', lease = null where state = 'pending'`)
}
