import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/wallets/chain-nodes.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ChainNodesService } from './chain-nodes-service.ts'

export function chainNodesRoutes(app: FastifyInstance, { service }: { service: ChainNodesService }): void {
  route(app, operations.listWalletBalances, ({ params }) => service.balances(params.organization_id))
  route(app, operations.listIncomingPayments, ({ params }) => service.incoming(params.organization_id))
}
