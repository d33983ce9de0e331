import { cli } from '../../server/platform/actor.ts'
import { createKeyManagement } from '../../server/platform/vault/key-management.ts'
import { maxShares } from '../../server/platform/vault/shares.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { beforeRelease } from '../command/release.ts'
import { withRootKey } from '../command/vault-access.ts'

export const vaultSplit: Command = {
  name: 'vault split',
  summary: 'Create a break-glass slot and print its key as shares, once',
  help: `Give each share to a different person, on paper. Any --threshold of them open the vault if the key file is lost
('kontor vault recover'); fewer reveal nothing. Test them with 'kontor vault drill'. The shares are printed to standard
output and stored nowhere.`,
  options: {
    shares: { type: 'string', description: 'Number of shares to print (2 to 99)' },
    threshold: { type: 'string', description: 'Number of shares that open the vault' },
  },
  run: ({ values }) => {
    const shares = count(values.shares, '--shares')
    const threshold = count(values.threshold, '--threshold')
    if (threshold > shares) throw new UsageError('--threshold cannot be more than --shares')
    return withDatabase((tools) =>
      withRootKey(tools, async ({ root }) => {
        const keys = createKeyManagement({ db: tools.db, actor: cli('vault split'), now: () => new Date() })
        const { id, texts } = await beforeRelease(tools, () => keys.split(root, shares, threshold))
        process.stderr.write(`Slot ${id}: any ${threshold} of these ${shares} shares open the vault.\n`)
        process.stdout.write(
          texts.map((text, index) => `Share ${index + 1} of ${shares}\n${text}\n\n`).join(''),
        )
        return 0
      }),
    )
  },
}

function count(value: unknown, name: string): number {
  const number = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (number < 2 || number > maxShares)
    throw new UsageError(`${name} should be a number from 2 to ${maxShares}`)
  return number
}
