import { sql } from 'kysely'
import { connect } from '../../server/platform/db/database.ts'
import { runCliProcess } from '../support/processes/run-cli.ts'

/**
 * What an installation that nobody has tampered with must not say, whatever became of its nodes: that a row is not of the
 * service, that the database went back, or that the audit log and the tables do not fit each other.
 */
export async function falseAlarms(
  nodes: readonly { url: string }[],
  env: { DATABASE_URL: string; KONTOR_DATA_DIR: string; KONTOR_VAULT_KEY: string },
): Promise<string[]> {
  const alarms: string[] = []
  for (const { url } of nodes) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    alarms.push(
      ...metrics.split('\n').filter((line) => /^kontor_proof_failures_total\{.*\} [1-9]/.test(line)),
    )
    if (!/^kontor_rollback_held 0$/m.test(metrics)) alarms.push(`${url} holds a rollback, or does not say`)
  }
  const db = connect(env.DATABASE_URL, { max: 1 })
  try {
    // Nodes that were killed have told of it in the log.
    const { rows } = await sql<{ what: string }>`
      select event as what from audit_events where action = 'proof.failed'
      union all select concat('a rollback of row ', seq) from rollbacks`.execute(db)
    alarms.push(...rows.map(({ what }) => what))
  } finally {
    await db.destroy()
  }
  const verified = await runCliProcess(['audit', 'verify'], env)
  if (verified.code !== 0) alarms.push(`audit verify: ${verified.stdout}${verified.stderr}`)
  return alarms.map((alarm) => `A false alarm: ${alarm}`)
}
