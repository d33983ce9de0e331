import type { Role } from '../../../contract/api/roles.ts'
import type { Client } from '../service/harness.ts'

/** The token of a one-time link. */
export function tokenOf(link: string): string {
  const { hash } = new URL(link)
  return new URLSearchParams(hash.slice(hash.indexOf('?'))).get('token') ?? ''
}

/** An administrator whom this owner creates, and who has set this password with the link. Returns the id. */
export async function givenPerson(
  owner: Client,
  person: { email: string; name: string; role: Role },
  password: string,
): Promise<string> {
  const made = await owner.post('/v1/administrators', person)
  if (made.status !== 201) throw new Error(`creating a person: ${made.status}`)
  const set = await owner.post('/v1/auth/set-password', { token: tokenOf(made.body.link), password })
  if (set.status !== 200) throw new Error(`setting a password: ${set.status}`)
  return made.body.administrator.id
}
