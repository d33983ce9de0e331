import { isId } from '../../contract/api/common.ts'
import { cli } from '../../server/platform/actor.ts'
import { recordChange } from '../../server/platform/audit/change.ts'
import { eraseAuditValues } from '../../server/platform/audit-values/audit-values.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'

export const auditErase: Command = {
  name: 'audit erase',
  summary: 'Erase the values that the audit log keeps of the changes of an organization',
  help: `The rows of the log stay, with the names of the changed fields, and the chain stays valid. The values cannot be
recovered, except from a backup.`,
  options: {
    organization: { type: 'string', description: 'Id of the organization' },
    before: { type: 'string', description: 'Only values recorded before this time; default: all' },
  },
  run: ({ values, positionals }) => {
    const organizationId = String(values.organization ?? '')
    if (positionals.length > 0 || !isId(organizationId)) throw new UsageError('--organization ID is needed')
    const at = new Date()
    const before = values.before === undefined ? at : new Date(String(values.before))
    if (Number.isNaN(before.getTime())) throw new UsageError('--before should be a time')
    return withDatabase(async ({ db }) => {
      const erased = await db.transaction().execute(async (db) => {
        const rows = await eraseAuditValues(db, { organizationId, before, at })
        recordChange(db, cli('audit erase'), {
          action: 'audit.values_erased',
          object: { type: 'organization', id: organizationId },
          organizationId,
          details: { rows, before: before.toISOString() },
          at,
        })
        return rows
      })
      process.stdout.write(`The values of ${erased} rows were erased.\n`)
      return 0
    })
  },
}
