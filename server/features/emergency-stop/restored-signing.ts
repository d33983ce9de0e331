import type pg from 'pg'

/**
 * Stops signing after a restore. Transfers that were signed after the backup are not in it, but the network has carried
 * them out: what is prepared again would be paid twice. Somebody has to compare the wallets with the chains first.
 */
export async function stopRestoredSigning(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute
     where attrelid = to_regclass('signing_state') and attnum > 0 and not attisdropped`,
  )
  // A backup of an older release knows of no transfers, or of no proofs.
  if (rows.length === 0) return
  const isProven = rows.some(({ column }) => column === 'proof')
  await client.query(`
    update signing_state set stopped_at = now(), stopped_by = null, stopped_by_name = 'kontor restore', reason = 'restore'
      ${isProven ? ', proof = null' : ''}
  `)
}
