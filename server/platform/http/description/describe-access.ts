import { definitionOf } from '../../../../contract/api/acts.ts'
import type { DeclaredAct, Operation } from '../../../../contract/api/operation.ts'
import {
  type Permission,
  type Role,
  roles,
  rolesOf,
  type Scope,
  scopes,
  scopesOf,
} from '../../../../contract/api/roles.ts'

/** One name, or a list where it depends on the body. */
export function actNamesOf(acts: readonly DeclaredAct[]): string | string[] {
  const names = acts.map(({ name }) => name)
  return names.length === 1 ? (names[0] as string) : names
}

/** That the policy applies, and when. */
export function whichAct({ access, acts, rowActs }: Operation): string | undefined {
  const declared = acts ?? rowActs
  if (!declared) return undefined
  const each = declared.map(({ name, when: { key, value } = {} }) => {
    const when = key && (value === undefined ? ` if it has \`${key}\`` : ` if \`${key}\` is \`${value}\``)
    const { permission } = definitionOf(name)
    const who = permission === access ? '' : ` (${peopleWith(rolesOf(permission))})`
    return `\`${name}\`${when ?? ''}${who}`
  })
  const proof = declared.some(({ name }) => definitionOf(name).maxAge !== null)
    ? ', with a fresh proof of the person'
    : ''
  const subject = acts ? 'the act' : 'each row is the act'
  return `**Under the policy:** ${subject} ${each.join(', or ')}${proof}.${ofKeys(declared)}`
}

/** Which of these acts a key does only after people have approved it. */
function ofKeys(acts: readonly DeclaredAct[]): string {
  const asked = acts.filter(({ name }) => {
    const { permission, byKeys } = definitionOf(name)
    return !byKeys && scopesOf(permission).length > 0
  })
  return asked.length > 0 ? ' What an API key asks for is done after one approval at least.' : ''
}

/** Read from the tables that the guard reads. */
export function whoMay(operation: Operation): string {
  const { access, credentials } = operation
  if (credentials) return '**Who may call:** administrators who are signed in.'
  if (access === 'anyone') return '**Who may call:** anyone.'
  if (access === 'session') return '**Who may call:** administrators who are signed in.'
  if (access === 'signed_in') return '**Who may call:** administrators who are signed in, and every API key.'
  const people = roles.filter((role) =>
    mayWith(operation, (permission) => rolesOf(permission).includes(role)),
  )
  return `**Who may call:** ${peopleWith(people)}${keysWith(operation, access)}.${ofFields(operation)}`
}

function keysWith(operation: Operation, access: Permission): string {
  if (operation.byPeople) return '; no API keys'
  const { alsoOneOf = [] } = operation
  const able = scopesOf(access)
  if (able.length === 0) return ''
  const also = named(scopes.filter((scope) => alsoOneOf.some((one) => scopesOf(one).includes(scope))))
  return `; API keys with ${named(able)}${also && `, and ${also}`}`
}

/** Whether somebody with these permissions may call the operation, with a body that asks for the least. */
function mayWith({ access, alsoOneOf }: Operation, has: (permission: Permission) => boolean): boolean {
  return has(access as Permission) && (alsoOneOf?.some(has) ?? true)
}

/** Fields of the body that need more. */
function ofFields({ fieldAccess = {} }: Operation): string {
  const byPermission = Map.groupBy(Object.entries(fieldAccess), ([, permission]) => permission)
  return [...byPermission]
    .map(([permission, fields]) => {
      const able = named(scopesOf(permission))
      return ` ${fields.map(([name]) => `\`${name}\``).join(', ')}: ${peopleWith(rolesOf(permission))}${able && `; API keys with ${able}`}.`
    })
    .join('')
}

function named(some: readonly Scope[]): string {
  return some.map((scope) => `\`${scope}\``).join(' or ')
}

function peopleWith(some: readonly Role[]): string {
  return some.length === roles.length ? 'every role' : some.join(', ')
}
