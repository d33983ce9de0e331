import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { verifyWallets } from '../../server/features/wallets/wallet-verification.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { interrupted, interruption } from '../command/interruption.ts'
import { createCountProgress } from '../command/progress.ts'
import { withVault } from '../command/vault-access.ts'

export const walletsVerify: Command = {
  name: 'wallets verify',
  summary: 'Derive all stored addresses again from the encrypted mnemonics and list differences',
  help: 'Shows no secret. The exit code is 1 if an address differs or a mnemonic cannot be opened. May run while the service is running.',
  options: {
    after: {
      type: 'string',
      description: 'Start after this organization id, to continue an interrupted run',
    },
  },
  run: ({ values }) => {
    const after = values.after
    if (after !== undefined && !/^[0-9a-f-]{36}$/.test(String(after))) {
      throw new UsageError('--after should be the id of an organization')
    }
    return withDatabase((tools) =>
      withVault(tools, async (vault) => {
        const derivation = createDerivationPool()
        const progress = createCountProgress('verifying')
        try {
          const { wallets, drifts, stoppedAfter } = await verifyWallets(
            tools.db,
            { vault, derivation },
            progress.show,
            { after: typeof after === 'string' ? after : undefined, signal: interruption() },
          ).finally(progress.clear)
          process.stdout.write(`${wallets} wallets were verified.\n`)
          for (const { organizationId, what } of drifts) process.stdout.write(`${organizationId}: ${what}.\n`)
          if (stoppedAfter !== undefined) {
            process.stderr.write(`To continue: kontor wallets verify --after ${stoppedAfter}\n`)
            return interrupted
          }
          return drifts.length === 0 ? 0 : 1
        } finally {
          await derivation.close()
        }
      }),
    )
  },
}
