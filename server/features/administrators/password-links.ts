import { createHash, randomBytes } from 'node:crypto'
import type { LinkHalf } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure } from '../../platform/errors.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { hashReadableCode } from '../../platform/readable-code.ts'
import { vaultSealed } from '../../platform/vault/vault-sealed.ts'
import type { StoredHalf } from './accounts/administrator-tables.ts'
import { linkTable } from './accounts/proven-people.ts'

const validMs = 24 * 3_600_000

export type PasswordLinks = ReturnType<typeof createPasswordLinks>
type Link = {
  id: string
  administrator_id: string
  hash: Buffer
  expires_at: Date
  halves: StoredHalf[] | null
  lineage_id: string | null
}
/** A link that may be used, and whose half was given with it; null for a whole link. */
export type FoundLink = Link & { halfOf: string | null }

/** The halves of the people who approved, and the act that is confirmed when the link is used. */
export interface OtherHalves {
  halves: readonly LinkHalf[]
  lineageId: string
}

/**
 * One-time links with which a person sets their password. Nobody else ever knows it: neither who created the account nor
 * the service. The token is in the fragment of the link, which browsers send to no server. Where others had to approve,
 * the link is one half, and each of them has been given another: whoever asked cannot use it alone.
 */
export function createPasswordLinks({
  provenTables,
  consoleUrl,
}: {
  provenTables: ProvenTables
  /** The origin of the console. */
  consoleUrl: string
}) {
  async function locate(db: Db, token: string, at: Date): Promise<Link> {
    const row = await db
      .selectFrom('password_links')
      .selectAll()
      .where('hash', '=', hashOf(token))
      .executeTakeFirst()
    const standing = row && (await provenTables.check(db, linkTable, row))
    if (standing === 'unknown') throw vaultSealed()
    if (!row || standing === 'unproven') throw linkInvalid()
    if (row.expires_at <= at) {
      throw new Failure('unauthorized', 'link_expired', 'This link has expired. Ask an owner for a new one.')
    }
    return row
  }

  return {
    /** A new link, in the caller's transaction. Older ones of the same person are void. */
    async issue(
      db: Db,
      administratorId: string,
      at: Date,
      other?: OtherHalves,
    ): Promise<{ link: string; expires_at: string }> {
      const token = randomBytes(32).toString('base64url')
      const halves = other?.halves.map(({ administratorId: id, hash }) => ({
        administrator_id: id,
        hash: hash.toString('hex'),
      }))
      const link = {
        id: newId(),
        administrator_id: administratorId,
        hash: hashOf(token),
        expires_at: new Date(at.getTime() + validMs),
        halves: halves ? JSON.stringify(halves) : null,
        lineage_id: other?.lineageId ?? null,
      }
      await removePasswordLink(db, provenTables, administratorId)
      await provenTables.change(db, linkTable, link.id, () =>
        db.insertInto('password_links').values(link).execute(),
      )
      return {
        link: `${consoleUrl}/#/set-password?token=${token}${other ? '&half=1' : ''}`,
        expires_at: link.expires_at.toISOString(),
      }
    },

    /** The valid link of this token, with the half of one of those who approved if it needs one. */
    async find(db: Db, token: string, secondHalf: string | null, at: Date): Promise<FoundLink> {
      const row = await locate(db, token, at)
      return { ...row, halfOf: row.halves && (await ownerOfHalf(db, row.halves, secondHalf)) }
    },

    /** Whose valid link this is, until when it works, and who has the other half. It is not used up. */
    async read(
      db: Db,
      token: string,
      at: Date,
    ): Promise<{ administratorId: string; expiresAt: Date; holders: { id: string; name: string }[] }> {
      const { administrator_id, expires_at, halves } = await locate(db, token, at)
      return {
        administratorId: administrator_id,
        expiresAt: expires_at,
        holders: halves ? await holdersOf(db, halves) : [],
      }
    },
  }
}

/** Until when the links of these accounts work. Only shown: whoever uses a link, its row is checked. */
export async function findLinkEnds(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('password_links')
    .select(['administrator_id', 'expires_at'])
    .where('administrator_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ administrator_id, expires_at }) => [administrator_id, expires_at]))
}

/** The accounts that wait for a link which needs two halves. */
export async function findWithHalves(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('password_links')
    .select('administrator_id')
    .where('halves', 'is not', null)
    .execute()
  return rows.map(({ administrator_id }) => administrator_id)
}

/** Whose half it is. Its 120 random bits need no slow hash, and attempts are throttled by address. */
async function ownerOfHalf(db: Db, halves: readonly StoredHalf[], given: string | null): Promise<string> {
  const holders = await holdersOf(db, halves)
  const context = { from: holders }
  const names = holders.map(({ name }) => name).join(', ')
  if (given === null) {
    throw new Failure(
      'unauthorized',
      'link_half_required',
      `This link is one half. Ask one of those who approved the account for the other half: ${names}.`,
      context,
    )
  }
  const hash = hashReadableCode(given, linkHalfLength)?.toString('hex')
  const found = halves.find((half) => half.hash === hash)
  if (found) return found.administrator_id
  throw new Failure(
    'unauthorized',
    'link_half_invalid',
    `This is not the other half of the link. These people have been given one: ${names}.`,
    context,
  )
}

function holdersOf(db: Db, halves: readonly StoredHalf[]): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('administrators')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      halves.map(({ administrator_id }) => administrator_id),
    )
    .orderBy('name')
    .execute()
}

/** How many letters and digits the half of somebody who approved has. */
export const linkHalfLength = 24

/** Uses the link up, in the caller's transaction and under the lock of the administrator: it works for one caller. */
export async function takePasswordLink(
  db: Db,
  provenTables: Pick<ProvenTables, 'change'>,
  { id }: Pick<Link, 'id'>,
): Promise<void> {
  const taken = await provenTables.change(db, linkTable, id, () => deleteLink(db, id))
  if (!taken) throw linkInvalid()
}

/** Makes the link of an account void, if there is one. */
export async function removePasswordLink(
  db: Db,
  provenTables: Pick<ProvenTables, 'takeAway'>,
  administratorId: string,
): Promise<void> {
  const row = await db
    .selectFrom('password_links')
    .select('id')
    .where('administrator_id', '=', administratorId)
    .forUpdate()
    .executeTakeFirst()
  if (row) await provenTables.takeAway(db, linkTable, [row.id], () => deleteLink(db, row.id))
}

async function deleteLink(db: Db, id: string): Promise<boolean> {
  const row = await db.deleteFrom('password_links').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** One response for a link that was used, replaced, or never existed, and for a disabled account. */
export function linkInvalid(): Failure {
  return new Failure(
    'unauthorized',
    'link_invalid',
    'This link is not valid: it was used already, or replaced by a newer one.',
  )
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
