import { type Role, roles } from '../../../contract/api/roles.ts'
import { isLoopback } from './provider/limited-fetch.ts'

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The role of each group. */
  roles: ReadonlyMap<string, Role>
}

/** What is wrong with a setting, as the end of "… should be". */
export type SettingFault = { name: string; expected: string }

const names = [
  'KONTOR_OIDC_ISSUER',
  'KONTOR_OIDC_CLIENT_ID',
  'KONTOR_OIDC_CLIENT_SECRET',
  'KONTOR_OIDC_ROLES',
] as const

/** Null without single sign-on. A fault never contains a value, because one of them is a secret. */
export function parseOidcSettings(
  read: (name: string) => string | undefined,
  publicUrl: string | null,
): OidcSettings | SettingFault | null {
  const [issuer, clientId, clientSecret, mapping] = names.map(read)
  if (!issuer && !clientId && !clientSecret && !mapping) return null
  const absent = names.find((name) => !read(name))
  if (absent) return { name: absent, expected: `set, because ${names.find(read)} is` }
  if (!isSafeOrigin(issuer as string)) {
    return { name: 'KONTOR_OIDC_ISSUER', expected: 'an address such as https://login.example.com/realm' }
  }
  // The provider sends browsers back to it, and it must not come from a Host header that anybody can choose.
  if (publicUrl === null || !isSafeOrigin(publicUrl)) {
    return {
      name: 'KONTOR_PUBLIC_URL',
      expected: 'an https address, or http://localhost, for single sign-on (KONTOR_OIDC_ISSUER)',
    }
  }
  const groups = parseRoles(mapping as string)
  if (!groups) {
    return {
      name: 'KONTOR_OIDC_ROLES',
      expected: `groups with their roles (${roles.join(', ')}), such as kontor-officers:officer,kontor-owners:owner`,
    }
  }
  return {
    issuer: issuer as string,
    clientId: clientId as string,
    clientSecret: clientSecret as string,
    roles: groups,
  }
}

function isSafeOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash, username } = new URL(value)
  if (search || hash || username) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** The last colon separates: names of groups may contain others. A group has one role. */
function parseRoles(value: string): Map<string, Role> | undefined {
  const result = new Map<string, Role>()
  for (const item of value.split(',')) {
    const at = item.lastIndexOf(':')
    const group = item.slice(0, Math.max(at, 0)).trim()
    const role = roles.find((one) => one === item.slice(at + 1).trim())
    if (group === '' || !role || result.has(group)) return undefined
    result.set(group, role)
  }
  return result
}
