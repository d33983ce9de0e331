import type { Db } from '../../../platform/db/database.ts'
import * as store from './api-key-store.ts'

const minute = 60_000

/**
 * The hashes of all valid API keys, read at most once a minute and only while somebody sends many unknown ones. A valid
 * key is then told from an unknown one without a query, so that a stranger behind the same address cannot lock it out.
 * A key that was created within the last minute may be missing.
 */
export function createActiveKeyHashes({ db, now }: { db: Db; now: () => Date }) {
  let hashes: Promise<Set<string>> | undefined
  let readAt = 0

  async function read(): Promise<Set<string>> {
    return new Set((await store.listActiveHashes(db, now())).map((hash) => hash.toString('hex')))
  }

  return {
    async has(hash: Buffer): Promise<boolean> {
      const at = now().getTime()
      if (!hashes || Math.abs(at - readAt) >= minute) {
        readAt = at
        hashes = read()
        // The next caller tries again.
        hashes.catch(() => {
          hashes = undefined
        })
      }
      return (await hashes).has(hash.toString('hex'))
    },
  }
}
