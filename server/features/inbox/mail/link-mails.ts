import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Place, Vault } from '../../../platform/vault/vault.ts'
import type { LinkMails } from '../../administrators/administrator-acts.ts'

/**
 * Mails half of a link to the person whose account it is. Until it is sent it waits sealed, together with who that is: whoever
 * reads the database does not get it, and whoever writes to it has it sent to nobody else.
 */
export function createLinkMails({
  vault,
  isEnabled,
}: {
  vault: Pick<Vault, 'seal'>
  isEnabled: boolean
}): LinkMails {
  return {
    isEnabled,
    async post(db, { administratorId, link, expiresAt, at }) {
      const id = newId()
      const half = { administrator_id: administratorId, link }
      const sealed_link = await vault.seal(db, linkPlace(id), Buffer.from(JSON.stringify(half)))
      await db
        .insertInto('mails')
        .values({
          id,
          administrator_id: administratorId,
          notice_id: null,
          digest_day: null,
          sealed_link,
          link_expires_at: expiresAt,
          next_attempt_at: at,
          created_at: at,
        })
        .execute()
    },
  }
}

/** Reads the half of a link that waits; undefined if it is of somebody else. One of an earlier release names nobody. */
export function createLinkOpener({ db, vault }: { db: Db; vault: Pick<Vault, 'open'> }) {
  return async (mailId: string, sealed: Buffer, administratorId: string): Promise<string | undefined> => {
    const half = halfIn((await vault.open(db, linkPlace(mailId), sealed)).toString())
    return half?.administrator_id === administratorId ? half.link : undefined
  }
}

function halfIn(text: string): { administrator_id: string; link: string } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function linkPlace(mailId: string): Place {
  return { organizationId: null, table: 'mails', record: mailId, field: 'sealed_link' }
}
