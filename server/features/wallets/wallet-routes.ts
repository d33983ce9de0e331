import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/wallets/wallets.ts'
import { checkAddress } from '../../../contract/wallets/addresses.ts'
import { unpayableKind } from '../../../contract/wallets/unpayable-addresses.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { GenerationService } from './generation-service.ts'
import type { SecretService } from './secret-service.ts'
import type { WalletDetails } from './wallet-details.ts'
import type { WalletService } from './wallet-service.ts'

export function walletRoutes(
  app: FastifyInstance,
  {
    wallets,
    generations,
    secrets,
    details,
  }: {
    wallets: WalletService
    generations: GenerationService
    secrets: SecretService
    details: WalletDetails
  },
): void {
  route(app, operations.listWallets, ({ params }) => wallets.list(params.organization_id))

  route(app, operations.readWallet, ({ params }) => details.read(params.wallet_id))

  route(app, operations.listWalletMovements, ({ params }) => details.movements(params.wallet_id))

  route(app, operations.createWallets, (request) =>
    wallets.create(request.params.organization_id, request.actor, idempotencyKey(request)),
  )

  route(app, operations.replaceWallets, (request) =>
    generations.replace(request.params.organization_id, request.body, request.actor, idempotencyKey(request)),
  )

  route(app, operations.listWalletGenerations, ({ params }) => generations.list(params.organization_id))

  // Set first, so that no response of these operations is cached, not even an error.
  route(app, operations.readMnemonic, ({ params, actor }, reply) => {
    reply.header('cache-control', 'no-store')
    return secrets.mnemonic(params.organization_id, actor)
  })

  route(app, operations.readGenerationMnemonic, ({ params, actor }, reply) => {
    reply.header('cache-control', 'no-store')
    return secrets.mnemonicOfGeneration(params.organization_id, params.generation, actor)
  })

  route(app, operations.readSecretKeys, ({ params, actor }, reply) => {
    reply.header('cache-control', 'no-store')
    return secrets.secretKeys(params.organization_id, actor)
  })

  route(app, operations.checkDestinationAddress, async ({ body: { network, address } }) => {
    const check = checkAddress(network, address)
    if (check.valid)
      return { network, ...check, not_payable: unpayableKind(network, check.address) ?? null, reason: null }
    const nothing = { address: null, kind: null, checksum: null, not_payable: null }
    return { network, valid: false, ...nothing, reason: check.reason }
  })
}
