import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Place, Vault } from '../../../platform/vault/vault.ts'
import type { LinkMails } from '../../administrators/administrator-service.ts'

/**
 * Mails half of a link to the person whose account it is. Until it is sent it waits sealed: whoever reads the database
 * does not get it.
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
      const sealed_link = await vault.seal(db, linkPlace(id), Buffer.from(link))
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

/** Reads the half of a link that waits. */
export function createLinkOpener({ db, vault }: { db: Db; vault: Pick<Vault, 'open'> }) {
  return async (mailId: string, sealed: Buffer): Promise<string> =>
    (await vault.open(db, linkPlace(mailId), sealed)).toString()
}

function linkPlace(mailId: string): Place {
  return { organizationId: null, table: 'mails', record: mailId, field: 'sealed_link' }
}
