import type pg from 'pg'

/**
 * Pauses all webhooks after a restore. The receivers may know events that the backup does not, and the original service
 * may still be running: somebody has to decide when messages are sent again.
 */
export async function pauseRestoredWebhooks(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into webhook_pause (paused_at, paused_by, reason) values (now(), 'kontor restore', 'restore')
    on conflict (id) do update set paused_at = excluded.paused_at, paused_by = excluded.paused_by, reason = excluded.reason
  `)
}
