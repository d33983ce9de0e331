import type pg from 'pg'

/**
 * Begins a new log of changes after a restore. Clients may have read data that was lost with the original database, even
 * those whose last change is in the backup. So no cursor from before stays valid, and all clients load everything again.
 */
export async function restartChangesAfterRestore(client: pg.ClientBase): Promise<void> {
  await client.query('truncate changes')
  await client.query('update audit_head set changes = changes + 1')
  await client.query(`
    insert into changes (seq, mark, at, type, object_type, object_id)
    select changes, substr(replace(gen_random_uuid()::text, '-', ''), 1, 16), now(), 'log.started', 'log', ''
    from audit_head
  `)
}
