import { errorCode } from '../../error-code.ts'
import { StartRefused } from '../../errors.ts'
import { isCertificateError, NotPrimary } from './availability.ts'
import { hostUrls } from './hosts.ts'

/** What PgBouncer says when it will never accept the connection. Its other refusals pass, such as a full pool. */
const poolerRefusal =
  /unsupported startup parameter|no such (?:database|user)|is disabled|not allowed|authentication failed|auth failed|SSL required|config error/i

/**
 * Why the database does not accept this service however long it waits, in a sentence that says what to change.
 * Undefined if waiting may help, and for every other error. `setting` is the one that names `url`.
 */
export function databaseRefusal(
  error: unknown,
  url: string,
  setting = 'DATABASE_URL',
): StartRefused | undefined {
  const sentence = error instanceof Error ? explain(error, url, setting) : undefined
  return sentence === undefined ? undefined : new StartRefused(sentence, { cause: error })
}

/** Which setting names the owner of the tables. */
export function ownerSetting(url: string, ownerUrl: string): string {
  return ownerUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
}

function explain(error: Error, url: string, setting: string): string | undefined {
  const hosts = hostUrls(url) ?? [url]
  const { username, pathname } = new URL(hosts[0] as string)
  const role = `"${decodeURIComponent(username)}"`
  const database = `"${decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)}"`
  const said = error.message
  if (error instanceof NotPrimary) {
    // With several hosts, one of them may be about to become the primary.
    return hosts.length === 1
      ? `${setting} names a standby, which accepts no writes: name the primary, or all servers (host1,host2).`
      : undefined
  }
  if (isCertificateError(error)) {
    return `The certificate of the database is not accepted (${said}): set sslrootcert in ${setting} to the certificate of its authority, and use the host name that the certificate contains.`
  }
  if (/does not support SSL/i.test(said)) {
    return `The database does not offer TLS: enable it there, or set sslmode=disable in ${setting} if the network is trusted.`
  }
  if (/client password must be a string/i.test(said)) {
    return `The database asks for the password of the role ${role}: add it to ${setting}.`
  }
  switch (errorCode(error)) {
    case '3D000':
      return `The database ${database} does not exist: create it with the owner ${role}, or correct ${setting}.`
    case '28000':
      return `The database does not admit the role ${role} (${said}): create the role, allow it in pg_hba.conf, or correct ${setting}.`
    case '28P01':
      return `The database does not accept the role ${role} with this password: correct ${setting}, or create the role.`
    case '42501':
      return `The role ${role} has too few rights in the database ${database} (${said}): make it the owner of the database, or name the owner in DATABASE_OWNER_URL.`
    case '53100':
      return `The disk of the database is full (${said}): free some space and start again.`
    case '08P01':
      return poolerRefusal.test(said)
        ? `The connection pooler of ${setting} refuses the connection (${said}): correct its configuration, or connect to PostgreSQL directly.`
        : undefined
    default:
      return undefined
  }
}

/** Why the database is unavailable, for a log line. Node reports several addresses of a host as one error without text. */
export function unavailableReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return unavailableReason(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.message || (errorCode(error) ?? error.name)
}
