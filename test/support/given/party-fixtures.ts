import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { completeInn, completeOgrn } from '../../../contract/values/identifiers.ts'
import { type ImportOptions, importParties } from '../../../server/features/parties/import/party-import.ts'
import { publishGeneration } from '../../../server/features/parties/import/publish-generation.ts'
import type { Party } from '../../../server/features/parties/model/party.ts'
import type { OrganizationRequisites } from '../../../server/features/parties/party-service.ts'
import { writeRegister } from '../../../server/features/parties/synthetic/write-register.ts'
import { connect, type Db } from '../../../server/platform/db/database.ts'
import type { TestServer } from '../service/harness.ts'
import { givenOrganization } from './factories.ts'

let created = 0

/** An active company of a plain file, different from all others. */
export function givenParty(overrides: Partial<Party> = {}): Party {
  created += 1
  const type = overrides.type ?? 'legal'
  const number = String(created).padStart(5, '0')
  return {
    inn: completeInn(type === 'legal' ? `9901${number}` : `9901${number}0`),
    ogrn: completeOgrn(type === 'legal' ? `10299000${number.slice(1)}` : `3029900000${number.slice(1)}`),
    kpp: null,
    type,
    full_name: `Общество с ограниченной ответственностью "Образец ${created}"`,
    short_name: null,
    status: 'active',
    registration_date: null,
    liquidation_date: null,
    director_name: null,
    address: null,
    region_code: null,
    okved_main: null,
    sme_category: null,
    source: 'file',
    actual_on: null,
    ...overrides,
  }
}

export function temporaryFile(name: string): string {
  return join(mkdtempSync(join(inject('runDir'), 'parties-')), name)
}

export function importOptions(databaseUrl: string, db: Db, files: string[]): ImportOptions {
  return {
    files,
    now: () => new Date(),
    connect: async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    onProgress: () => {},
    publish: (generation, counts, imported) =>
      db.transaction().execute((db) => publishGeneration(db, generation, counts, imported, new Date())),
  }
}

export async function importFiles(databaseUrl: string, files: string[], more: Partial<ImportOptions> = {}) {
  const db = connect(databaseUrl, { max: 1, unlimited: true })
  try {
    return await importParties({ ...importOptions(databaseUrl, db, files), ...more })
  } finally {
    await db.destroy()
  }
}

export async function givenRegister(
  databaseUrl: string,
  parties: Iterable<Party>,
  more: Partial<ImportOptions> = {},
) {
  const file = temporaryFile('register.csv')
  await writeRegister(parties, file, 'csv')
  return importFiles(databaseUrl, [file], more)
}

/** An onboarded organization with the requisites of this party. */
export async function givenOnboarded(server: TestServer, party: Party): Promise<OrganizationRequisites> {
  const { inn, ogrn, kpp, type, full_name, short_name, status: registry_status } = party
  const requisites = { inn, ogrn, kpp, type, full_name, short_name, registry_status }
  const { id } = await givenOrganization(server, requisites)
  const organization: OrganizationRequisites = {
    id,
    ...requisites,
    registration_date: null,
    liquidation_date: null,
    director: party.director_name === null ? null : { name: party.director_name, post: null, inn: null },
    legal_address: party.address,
    okved_main: null,
  }
  await saveOrganization(server, organization)
  return organization
}

export function saveOrganization(server: TestServer, organization: OrganizationRequisites): Promise<void> {
  return server.db.transaction().execute((db) => server.service.parties.organizationSaved(db, organization))
}
