import { ownerRole } from '../../../server/platform/db/embedded/service-role.ts'
import { serviceUrl } from '../database/superuser.ts'

/** Databases that tests have made; `superuser.ts` returns their URLs as the owner. */
const ownDatabase = /^\/(test|empty|bench)_[0-9a-f]{32}$/

/** What a process of ours is given of this one's environment. Compiled modules are shared by all processes of a run. */
export function childEnvironment(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env, ...bothRoles(env) }
}

/** Kontor with both roles of the database, unless a test gives another owner, or an empty one: then with one role. */
function bothRoles({ DATABASE_URL, DATABASE_OWNER_URL }: Record<string, string>): Record<string, string> {
  // A URL with several hosts is that of a cluster, which makes its roles itself.
  if (DATABASE_URL === undefined || DATABASE_OWNER_URL !== undefined || !URL.canParse(DATABASE_URL)) return {}
  const { username, pathname } = new URL(DATABASE_URL)
  if (username !== ownerRole || !ownDatabase.test(pathname)) return {}
  return { DATABASE_URL: serviceUrl(DATABASE_URL), DATABASE_OWNER_URL: DATABASE_URL }
}
