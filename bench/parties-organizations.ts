import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { completeInn } from '../contract/values/identifiers.ts'
import type { Party } from '../server/features/parties/model/party.ts'
import { searchForm } from '../server/features/parties/model/search-form.ts'
import { deletions, isCorrectable } from '../server/features/parties/model/typo.ts'
import { generateParties } from '../server/features/parties/synthetic/generate.ts'

const batchSize = 5_000
const seed = 12

/** Invented organizations that are not in the register: no synthetic party has an INN of region 99. */
export function* generateOrganizations(count: number): Generator<Party> {
  for (const party of generateParties(count, seed)) {
    yield { ...party, inn: completeInn(`99${party.inn.slice(2, party.type === 'legal' ? 9 : 10)}`) }
  }
}

/** Replaces the organizations beside the register, in bulk: only their form for the search, without foreign keys. */
export async function loadOrganizations(client: pg.Client, count: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await removeOrganizations(client)
  let batch: Party[] = []
  const seen = new Set<string>()
  async function insertBatch(): Promise<void> {
    const rows = batch.map((party) => ({ party, form: searchForm(party) }))
    await client.query(insertParties, [
      JSON.stringify(
        rows.map(({ party, form }) => ({
          ...party,
          organization_id: randomUUID(),
          rank: form.rank,
          words: form.words,
          joined_names: form.joinedNames,
        })),
      ),
    ])
    const words = rows
      .flatMap(({ form }) => [...form.vocabulary])
      .filter((word) => isCorrectable(word) && !seen.has(word) && seen.add(word))
    await client.query(insertVocabulary, [
      JSON.stringify(words.map((word) => ({ word, deletions: deletions(word) }))),
    ])
    batch = []
  }
  for (const party of generateOrganizations(count)) {
    batch.push(party)
    if (batch.length === batchSize) await insertBatch()
  }
  if (batch.length > 0) await insertBatch()
  await client.query(
    'insert into party_organization_words select word, n, rank, inn from party_organization_entries',
  )
  await client.query(
    'vacuum analyze party_organizations, party_organization_words, party_organization_vocabulary',
  )
  await client.query('reset session_replication_role')
}

export async function removeOrganizations(client: pg.Client): Promise<void> {
  await client.query('truncate party_organizations, party_organization_words, party_organization_vocabulary')
}

const insertParties = `
  insert into party_organizations (
    organization_id, is_in_register, rank, inn, ogrn, kpp, type, full_name, short_name, status, registration_date,
    liquidation_date, director_name, address, okved_main, actual_on, words, joined_names
  )
  select organization_id, false, rank, inn, ogrn, kpp, type, full_name, short_name, status, registration_date,
    liquidation_date, director_name, address, okved_main, actual_on, words, joined_names
  from json_populate_recordset(null::party_organizations, $1)
`
const insertVocabulary = `
  insert into party_organization_vocabulary
  select word, deletions from json_populate_recordset(null::party_organization_vocabulary, $1) on conflict do nothing
`
