import type pg from 'pg'

/** Rebuilds the search index of organizations after a restore. The register is empty then, so none of them is in it. */
export async function indexRestoredOrganizations(client: pg.Client): Promise<void> {
  await client.query('update party_organizations set is_in_register = false where is_in_register')
  await client.query(`
    insert into party_organization_words (word, n, rank, inn)
    select word, n, rank, inn from party_organization_entries
  `)
}
