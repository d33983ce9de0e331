import { createHash, createHmac, randomBytes } from 'node:crypto'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Unreadable, type Vault } from '../../../platform/vault/vault.ts'
import { masked } from '../hits/sides.ts'
import type { Identifier } from '../model/entry.ts'
import type { Subject } from '../model/subject.ts'
import { shownIdentifier } from '../reasons/reasons.ts'
import type { ScreenedParty } from './screening.ts'
import type { SubjectRow } from './subject-tables.ts'

/** What is kept of a party. */
export interface KeptParty {
  /** Numbers of identity documents are masked. */
  compared: Subject
  compared_hash: string
  secret_identifiers: Buffer | null
}

type Secrets = { key: string; identifiers: Identifier[] }
type VaultPart = Pick<Vault, 'seal' | 'open'>

/** Numbers of identity documents are sealed: never in the clear, nor as a hash of which they could be guessed. */
function isSecret(identifier: Identifier): boolean {
  return shownIdentifier(identifier) !== identifier.value
}

/**
 * What is kept of a party as it is now. The hash changes if and only if something changes that is compared. With numbers
 * of identity documents it is an HMAC, whose key stays that of the row before.
 */
export async function keepParty(
  db: Db,
  vault: VaultPart,
  party: ScreenedParty,
  before: SubjectRow | undefined,
): Promise<KeptParty> {
  const { identifiers = [] } = party.compared
  const secrets = identifiers.filter(isSecret)
  const compared = { ...party.compared, identifiers: identifiers.map(masked) }
  const text = canonicalJson(sorted(party.compared))
  if (secrets.length === 0) {
    const compared_hash = createHash('sha256').update(text).digest('base64url')
    return { compared, compared_hash, secret_identifiers: null }
  }
  // Who is saved with numbers that can no longer be opened counts as changed, and is sealed anew.
  const known = before && (await openSecrets(db, vault, before).catch(unlessUnreadable))
  const key = known?.key ?? randomBytes(32).toString('base64url')
  const compared_hash = createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url')
  if (before?.secret_identifiers && before.compared_hash === compared_hash)
    return { compared, compared_hash, secret_identifiers: before.secret_identifiers }
  const plaintext = Buffer.from(JSON.stringify({ key, identifiers: secrets } satisfies Secrets))
  const secret_identifiers = await vault.seal(db, placeOf(party.id, party.organizationId), plaintext)
  plaintext.fill(0)
  return { compared, compared_hash, secret_identifiers }
}

/** A party as it is compared: with the numbers of its identity documents. */
export async function openCompared(
  db: Db,
  vault: VaultPart,
  row: Pick<SubjectRow, 'id' | 'organization_id' | 'compared' | 'secret_identifiers'>,
): Promise<Subject> {
  const secrets = await openSecrets(db, vault, row)
  if (!secrets) return row.compared
  const others = (row.compared.identifiers ?? []).filter(({ value }) => !value.includes('•'))
  return { ...row.compared, identifiers: [...others, ...secrets.identifiers] }
}

async function openSecrets(
  db: Db,
  vault: VaultPart,
  row: Pick<SubjectRow, 'id' | 'organization_id' | 'secret_identifiers'>,
): Promise<Secrets | undefined> {
  if (row.secret_identifiers === null) return undefined
  const plaintext = await vault.open(db, placeOf(row.id, row.organization_id), row.secret_identifiers)
  const secrets = JSON.parse(plaintext.toString('utf8')) as Secrets
  plaintext.fill(0)
  return secrets
}

function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}

function placeOf(id: string, organizationId: string) {
  return { organizationId, table: 'screening_subjects', record: id, field: 'secret_identifiers' }
}

/** The order of values does not count. */
function sorted({ schema, names, birthDate, countries, identifiers, addresses }: Subject) {
  return {
    schema,
    names: names.toSorted(),
    birthDate,
    countries: countries?.toSorted(),
    identifiers: identifiers?.map(({ kind, value }) => `${kind} ${value}`).toSorted(),
    addresses: addresses?.toSorted(),
  }
}
