import { accessSync, constants } from 'node:fs'
import { hostUrls } from './platform/db/primary/hosts.ts'

/** Those that `pg` knows; it would silently treat others as verify-full. */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** What DATABASE_URL should be instead; undefined if it is valid. Never quotes the value, which contains a password. */
export function databaseUrlFault(value: string): string | undefined {
  const hosts = hostUrls(value)
  if (!hosts) {
    return 'a PostgreSQL address such as postgres://user:password@host:5432/database, optionally with several hosts (host1:5432,host2:5432)'
  }
  const parameters = new URL(hosts[0] as string).searchParams
  const mode = parameters.get('sslmode')
  if (mode !== null && !sslModes.includes(mode)) return `an address with sslmode=${sslModes.join(', ')}`
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file !== null && !isReadable(file)) return `an address whose ${name} is a file that can be read`
  }
  return undefined
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
