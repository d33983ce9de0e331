import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { loggedProofs } from '../../server/platform/proofs/logged-proofs.ts'
import {
  acceptRollbacks,
  isAccepted,
  listRollbacks,
  type Rollback,
} from '../../server/platform/register/rollbacks.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { withVault } from '../command/vault-access.ts'

const explanation = `A node remembers the last row of the audit log and what it has signed, in its data directory. A database that does not have
these rows went back: a snapshot, a recovery to a point in time, a fail-over that lost commits, or somebody who wants a
transfer to be signed twice. Signing is stopped then, and secrets, webhooks and mails are held on all nodes. See docs/backup.md.`

export const rollbackShow: Command = {
  name: 'rollback show',
  summary: 'Show whether the database went back to an earlier state',
  help: explanation,
  run: ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withDatabase((tools) =>
      withVault(tools, async (vault) => {
        const proofs = loggedProofs(vault)
        const open: Rollback[] = []
        for (const row of await listRollbacks(tools.db)) {
          const accepted = await isAccepted(tools.db, proofs, row)
          if (!accepted) open.push(row)
          process.stdout.write(`${lineOf(row, accepted)}\n`)
        }
        if (open.length === 0) {
          process.stdout.write('Nothing is held.\n')
          return 0
        }
        process.stdout.write(
          "Everything that leaves is held. Compare the wallets with the chains, then run 'kontor rollback accept'.\n",
        )
        return 1
      }),
    )
  },
}

export const rollbackAccept: Command = {
  name: 'rollback accept',
  summary: 'Accept the state of the database after it went back',
  help: `${explanation}

Accept it only when you know why. What the nodes know of signed transfers stays known: no other bytes are signed for them. Signing
stays stopped until somebody starts it in the console, and clients load all changes again.`,
  run: ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withDatabase(
      (tools) =>
        withVault(tools, async (vault) => {
          const at = new Date()
          const proving = { proofs: loggedProofs(vault), auditProofs: createAuditProofs({ vault }), at }
          const accepted = await tools.db.transaction().execute((db) => acceptRollbacks(db, proving))
          for (const row of accepted) process.stdout.write(`${lineOf(row, true)}\n`)
          process.stdout.write(
            accepted.length === 0
              ? 'Nothing was held.\n'
              : 'Accepted. Signing stays stopped: compare the wallets with the chains, then start it in the console.\n',
          )
          return 0
        }),
      // Clients begin anew in the log of changes, which only the owner of the tables can empty.
      { asOwner: true },
    )
  },
}

function lineOf(row: Rollback, accepted: boolean): string {
  const { seq, database_seq, known_in, node, found_at } = row
  const place = known_in === 'register' ? 'its register' : 'a checkpoint'
  const end = accepted
    ? `accepted at ${row.accepted_at?.toISOString()} by ${row.accepted_by}`
    : 'not accepted'
  return `${found_at.toISOString()}  ${node}: row ${seq} of the audit log is in ${place}; the database ended with row ${database_seq}; ${end}`
}
