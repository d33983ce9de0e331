import type { FastifyInstance } from 'fastify'
import type { KybRequirement } from '../../../contract/organizations/kyb-checklist.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createGramCounting } from './gram-counting.ts'
import { createKybGate, type OrganizationScreening } from './kyb-gate.ts'
import { createOrganizationList, type DocumentExpiry } from './organization-list.ts'
import type { OrganizationPeople } from './organization-people.ts'
import { kybQueue, newOrganizationQueue } from './organization-queue.ts'
import type { OrganizationRecords } from './organization-records.ts'
import { organizationRoutes } from './organization-routes.ts'
import { organizationRows } from './organization-rows.ts'
import { accountSearch, leiSearch, organizationSearch } from './organization-search.ts'
import {
  type BankDetailsFollower,
  createOrganizationService,
  type OrganizationFollower,
} from './organization-service.ts'
import type { OrganizationWriter, PartyRegister } from './organization-writer.ts'

export function createOrganizationsFeature(
  platform: { db: Db; now: () => Date; jobs: Jobs; auditValues: AuditValues },
  {
    records,
    writer,
    parties,
    documents,
    people,
    screening,
    kybRequires,
    authorization,
  }: {
    records: OrganizationRecords
    writer: OrganizationWriter
    parties: Pick<PartyRegister, 'findByInn'>
    documents: BankDetailsFollower & DocumentExpiry
    people: OrganizationPeople
    screening: OrganizationFollower & OrganizationScreening
    kybRequires: ReadonlySet<KybRequirement>
    authorization: Authorization
  },
) {
  const gate = createKybGate({ ...platform, requires: kybRequires, people, screening })
  const service = createOrganizationService({
    ...platform,
    records,
    writer,
    parties,
    documents,
    people,
    gate,
    screening,
    authorization,
  })
  const list = createOrganizationList({ ...platform, documents })
  platform.jobs.every(createGramCounting(platform).job)
  return {
    list,
    lists: [organizationRows],
    searches: [organizationSearch, leiSearch, accountSearch],
    queues: { kyb: kybQueue, 'new-organizations': newOrganizationQueue },
    routes: (app: FastifyInstance) => organizationRoutes(app, { service, list }),
  }
}
