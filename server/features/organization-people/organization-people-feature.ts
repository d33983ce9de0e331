import type { FastifyInstance } from 'fastify'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { OrganizationWriter } from '../organizations/organization-writer.ts'
import { createIdentityNumbers } from './identity-numbers.ts'
import { createPeopleFollower } from './people-follower.ts'
import type { PeopleFollowers } from './people-followers.ts'
import { peopleRoutes } from './people-routes.ts'
import { peopleSearch } from './people-search.ts'
import { createPeopleService } from './people-service.ts'

export function createOrganizationPeopleFeature(
  platform: { db: Db; now: () => Date; vault: Vault; auditValues: AuditValues },
  parts: {
    organizations: OrganizationRecords
    requisites: Pick<OrganizationWriter, 'changeShown'>
    followers: PeopleFollowers
  },
) {
  const numbers = createIdentityNumbers(platform)
  const service = createPeopleService({ ...platform, ...parts, numbers })
  return {
    /** For the organizations feature. */
    ofOrganizations: createPeopleFollower({ ...platform, ...parts, numbers }),
    searches: [peopleSearch],
    routes: (app: FastifyInstance) => peopleRoutes(app, service),
  }
}
