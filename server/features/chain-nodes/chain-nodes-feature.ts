import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { networks as allNetworks } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { GenerationService } from '../wallets/generation-service.ts'
import { createBalanceRound } from './balance-round.ts'
import { chainNodesRoutes } from './chain-nodes-routes.ts'
import { createChainNodesService } from './chain-nodes-service.ts'
import { measureNodes } from './node-metrics.ts'
import { observedNode } from './observed-node.ts'
import { type NodeUrls, openNodes } from './open-nodes.ts'

export async function createChainNodesFeature(
  platform: { db: Db; now: () => Date; log: Logger; metrics: Registry; jobs: Jobs },
  { urls, wallets }: { urls: NodeUrls; wallets: Pick<GenerationService, 'list'> },
) {
  const networks = allNetworks.filter((network) => urls[network] !== undefined)
  const observe = measureNodes(platform.metrics, networks)
  const nodes = await openNodes(urls, {
    observed: (node) => observedNode(node, { observe, log: platform.log }),
  })
  if (networks.length > 0) platform.jobs.every(createBalanceRound({ ...platform, nodes }))
  const service = createChainNodesService({ ...platform, nodes, wallets })
  return {
    nodes,
    /** The networks that have a node. */
    networks,
    routes: (app: FastifyInstance) => chainNodesRoutes(app, { service }),
  }
}
