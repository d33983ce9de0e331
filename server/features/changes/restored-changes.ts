import type pg from 'pg'

/**
 * Begins a new log of changes after a restore. Clients may have read data that was lost with the original database, even
 * those whose last change is in the backup. So no cursor from before stays valid, and all clients load everything again.
 */
export async function restartChangesAfterRestore(client: pg.ClientBase): Promise<void> {
  await client.query('select changes_restart()')
}
