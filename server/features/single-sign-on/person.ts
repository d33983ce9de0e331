import { isVisible, madeVisible } from '../../../contract/api/visible-text.ts'
import type { Identity } from '../administrators/provided-accounts.ts'
import { emailInvalid, responseInvalid } from './failures.ts'
import type { Claims } from './provider/provider.ts'

/** Who the ID token is about. A subject has at most 255 ASCII characters (OpenID Connect Core, section 2). */
export function identityOf({ iss, sub }: Claims): Identity {
  if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw responseInvalid('The subject of the identity is not valid.')
  return { issuer: iss, subject: sub }
}

/** Name and e-mail address of a new account. An address that the provider has not verified could be anybody's. */
export function readPerson(claims: Claims): { email: string; name: string } {
  const email = text(claims.email)
  const isAddress = email.length <= 254 && /^[^@\s]+@[^@\s]+$/.test(email) && isVisible(email)
  if (!isAddress || claims.email_verified === false) throw emailInvalid()
  const name = (claim: unknown) => madeVisible(text(claim)).trim()
  return { email, name: name(claims.name) || name(claims.preferred_username) || email }
}

/** As the database can store it. */
function text(claim: unknown): string {
  if (typeof claim !== 'string') return ''
  return claim.replaceAll('\0', '').toWellFormed().trim().slice(0, 255).toWellFormed()
}
