import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { OrganizationScreening } from '../screening/subjects/organization-followers.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import { addressBookRoutes } from './address-book-routes.ts'
import { createChallengeRetentionJob } from './challenge-retention.ts'
import { createChallengeService } from './challenge-service.ts'
import { createDestinations } from './destinations.ts'
import { entryRows } from './entry-rows.ts'
import { createEntryService } from './entry-service.ts'
import { createTrustedAddresses, type DeliveredTo, type SignedTransfersTo } from './trusted-addresses.ts'

/** Where coins of an organization may be sent to. */
export function createAddressBookFeature(
  platform: { db: Db; now: () => Date; jobs: Jobs; provenTables: ProvenTables },
  options: {
    organizations: OrganizationRecords
    wallets: WalletService
    screening: OrganizationScreening
    authorization: Authorization
    signedTransfersTo: SignedTransfersTo
    deliveredTo: DeliveredTo
    /** The address of the console: it names this installation in messages that owners of addresses sign. */
    installation: string
  },
) {
  const parts = { ...platform, ...options }
  const trusted = createTrustedAddresses(parts)
  const destinations = createDestinations({ ...parts, trusted })
  const challenges = createChallengeService(parts)
  const entries = createEntryService({ ...parts, destinations, trusted })
  platform.jobs.every(createChallengeRetentionJob(platform))
  return {
    /** For features that send coins. */
    destinations,
    lists: [entryRows],
    routes: (app: FastifyInstance) => addressBookRoutes(app, { challenges, entries }),
  }
}
