import type { Db } from '../../platform/db/database.ts'
import { addEntries, removeEntries } from './index/organization-index-store.ts'
import type { Party } from './model/party.ts'
import type { SearchForm } from './model/search-form.ts'

export async function findOnboarded(
  db: Db,
  inns: string[],
): Promise<{ organization_id: string; inn: string; kpp: string | null }[]> {
  return db
    .selectFrom('party_organizations')
    .select(['organization_id', 'inn', 'kpp'])
    .where('inn', 'in', inns)
    .orderBy('n')
    .execute()
}

/** Saves an organization in the form of a party, with its entries in the search index. */
export async function saveOrganizationParty(
  db: Db,
  party: Party & { organization_id: string },
  form: SearchForm,
  isInRegister: boolean,
): Promise<void> {
  const { source: _source, region_code: _region, sme_category: _category, ...columns } = party
  const indexed = {
    is_in_register: isInRegister,
    rank: form.rank,
    words: form.words,
    joined_names: form.joinedNames,
  }
  const before = await db
    .selectFrom('party_organizations')
    .select(['n', 'is_in_register', 'rank', 'words', 'joined_names'])
    .where('organization_id', '=', party.organization_id)
    .executeTakeFirst()
  const isIndexed =
    before !== undefined &&
    before.is_in_register === indexed.is_in_register &&
    before.rank === indexed.rank &&
    before.words === indexed.words &&
    before.joined_names === indexed.joined_names
  if (before && !isIndexed) await removeEntries(db, before.n)
  const row = { ...columns, ...indexed }
  const { n } = await db
    .insertInto('party_organizations')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
    .returning('n')
    .executeTakeFirstOrThrow()
  if (!isIndexed) await addEntries(db, n)
}

export async function saveVocabulary(db: Db, words: { word: string; deletions: number[] }[]): Promise<void> {
  // Sorted, so that transactions that insert the same words never deadlock.
  const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1))
  if (sorted.length === 0) return
  await db
    .insertInto('party_organization_vocabulary')
    .values(sorted)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
