import { cli } from '../../server/platform/actor.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createKeyManagement } from '../../server/platform/vault/key-management.ts'
import { listScopes } from '../../server/platform/vault/vault-store.ts'
import { type Call, type Command, UsageError, withDatabase } from '../command/command.ts'
import { createCountProgress } from '../command/progress.ts'
import { withRootKey } from '../command/vault-access.ts'
import { rewrapEverything } from './vault-rewrap.ts'

export const vaultRotateKey: Command = {
  name: 'vault rotate-key',
  summary: 'Create new data keys and encrypt the records with them',
  help: `May run while the service is running. After an interruption, run 'kontor vault rewrap'. With --all, repeat the command
with the --before value that it printed, so that only the remaining keys are rotated.`,
  options: {
    organization: { type: 'string', description: 'Rotate the keys of this organization' },
    system: { type: 'boolean', description: 'Rotate the key of the system scope' },
    all: { type: 'boolean', description: 'Rotate all keys' },
    before: { type: 'string', description: 'With --all: only keys created before this time' },
  },
  run: ({ values }) => {
    const choose = chosen(values)
    const before = timeOf(values.before)
    return withDatabase(async (tools) => {
      const now = () => new Date()
      const keys = createKeyManagement({ db: tools.db, actor: cli('vault rotate-key'), now })
      const scopes = await choose((organization) => listScopes(tools.db, before, organization))
      if (values.all)
        process.stderr.write(`To continue after an interruption, add --before ${before.toISOString()}\n`)
      await withRootKey(tools, async ({ root }) => {
        const progress = createCountProgress('rotating')
        for (const [index, scope] of scopes.entries()) {
          const version = await keys.rotate(scope, root)
          if (version === undefined)
            throw new StartRefused('There is no such key: nothing has been encrypted for it yet.')
          progress.show({ done: index + 1, total: scopes.length })
        }
        progress.clear()
      })
      process.stdout.write(`${scopes.length} keys were rotated.\n`)
      return rewrapEverything(tools)
    })
  },
}

function chosen({ organization, system, all }: Call['values']) {
  const ways = [typeof organization === 'string', system === true, all === true].filter(Boolean)
  if (ways.length !== 1)
    throw new UsageError('exactly one of --organization ID, --system and --all is needed')
  return async (list: (organization?: string) => Promise<string[]>): Promise<string[]> => {
    if (typeof organization !== 'string') return system ? ['system'] : list()
    const scopes = await list(organization)
    return scopes.length > 0 ? scopes : [organization]
  }
}

function timeOf(value: unknown): Date {
  if (value === undefined) return new Date()
  const time = new Date(String(value))
  if (Number.isNaN(time.getTime()))
    throw new UsageError('--before should be a time such as 2026-01-31T12:00:00Z')
  return time
}
