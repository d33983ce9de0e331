import { cli } from '../server/platform/actor.ts'
import { recordChange } from '../server/platform/audit/change.ts'
import { createAuditProofs } from '../server/platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../server/platform/db/database.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { loggedRevisions } from '../server/platform/proofs/logged-revisions.ts'
import { createProofs } from '../server/platform/proofs/proofs.ts'
import {
  createProvenTables,
  findProvenRows,
  idOf,
  type ProvenTable,
} from '../server/platform/proofs/proven-table.ts'
import type { Vault } from '../server/platform/vault/vault.ts'
import { provenTables } from '../server/proven-tables.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { withVault } from './vault-access.ts'

const kinds = provenTables.map(({ kind }) => kind)

/** With the revisions that the audit log names: the register of a node is its own. */
async function checksOf(db: Db, vault: Vault) {
  return createProvenTables({ proofs: createProofs({ vault }), register: await loggedRevisions(db, kinds) })
}

export const proofsShow: Command = {
  name: 'proofs show',
  summary: 'List the rows that are not relied on, because the service did not write them as they are',
  help: `Each line has the kind and the id of a row, for 'kontor proofs accept'. The exit code is 1 if there are any. Rows that were
removed are named by 'kontor audit verify'.`,
  run: ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withDatabase((tools) =>
      withVault(tools, async (vault) => {
        const checks = await checksOf(tools.db, vault)
        let count = 0
        for (const table of provenTables)
          for await (const row of rowsOf(tools.db, table)) {
            if (row.proof === null && table.mayLackProof?.(row)) continue
            if ((await checks.check(tools.db, table, row)) === 'proven') continue
            count += 1
            process.stdout.write(`${table.kind} ${idOf(table, row)}\n`)
          }
        if (count === 0) process.stdout.write('All rows have the right proof.\n')
        return count === 0 ? 0 : 1
      }),
    )
  },
}

export const proofsAccept: Command = {
  name: 'proofs accept',
  usage: 'KIND ID',
  summary: 'Rely on a row as it is now, whoever wrote it',
  help: `KIND and ID are those of 'kontor proofs show'. Look at the row first: from then on the service relies on it. It is recorded
in the audit log as proof.accepted.`,
  run: ({ positionals: [kind, id, ...rest] }) => {
    if (kind === undefined || id === undefined || rest.length > 0)
      throw new UsageError('a kind and an id are needed')
    const table = provenTables.find((one) => one.kind === kind)
    if (!table) throw new UsageError(`KIND should be one of ${kinds.join(', ')}`)
    return withDatabase((tools) =>
      withVault(tools, async (vault) => {
        const checks = await checksOf(tools.db, vault)
        let isThere = false
        for await (const row of rowsOf(tools.db, table)) isThere ||= idOf(table, row) === id
        if (!isThere) throw new StartRefused(`There is no such row: ${kind} ${id}.`)
        const auditProofs = createAuditProofs({ vault })
        const by = cli('proofs accept')
        await tools.db.transaction().execute(async (db) => {
          await checks.change(db, table, id.split('/'), async () => {}, { anew: true })
          const state = { kind, id }
          const told = { action: 'proof.accepted' as const, object: null, at: new Date(), state }
          recordChange(db, by, await auditProofs.prove(db, by, { ...told, details: state }))
        })
        process.stdout.write('The service relies on this row as it is.\n')
        return 0
      }),
    )
  },
}

async function* rowsOf(db: Db, table: ProvenTable) {
  for (let rows = await findProvenRows(db, table, undefined); rows.length > 0; ) {
    yield* rows
    rows = await findProvenRows(db, table, idOf(table, rows.at(-1) as (typeof rows)[number]))
  }
}
