import type { Role } from '../../../contract/roles.ts'
import { givenAdministrator, login, password } from '../../support/auth-helpers.ts'
import { tokenOf } from '../../support/given-person.ts'
import { type Client, client, type Reply, type TestServer } from '../../support/harness.ts'
import { addPasskey, signInWithPasskey } from '../../support/passkeys.ts'
import type { SoftwareAuthenticator } from '../../support/software-authenticator.ts'

/** An account whose password one person knows, and its sessions, the newest first. */
export interface Account {
  id: string
  email: string
  sessions: Client[]
  refreshToken?: string
  passkey?: SoftwareAuthenticator
}

let made = 0

/** An e-mail address that nobody has. */
export function newEmail(): string {
  made += 1
  return `person-${made}@example.com`
}

/** Signs in over HTTP: with the passkey, or with the password that every account of these tests has. */
export async function newSession(server: TestServer, account: Account): Promise<Client | undefined> {
  const { passkey, email } = account
  const { status, body } = await (passkey ? signInWithPasskey(server, passkey) : login(server, email))
  if (status !== 200) return undefined
  const session = client(server, body.access_token, account.id, body.admin.session.id)
  account.sessions.unshift(session)
  account.refreshToken = body.refresh_token
  return session
}

/** Somebody with an account of their own, who is signed in. */
export async function somebody(server: TestServer, role: Role): Promise<Account & { me: Client }> {
  const account: Account = {
    ...(await givenAdministrator(server, { role, email: newEmail() })),
    sessions: [],
  }
  const me = (await newSession(server, account)) as Client
  return Object.assign(account, { me })
}

/** Sets the password of an account with its one-time link: from now on whoever got the link is that person. */
export async function takeLink(server: TestServer, reply: Reply): Promise<Account> {
  const account = await tryLink(server, reply)
  if (!account) throw new Error('the link does not work')
  return account
}

/** Undefined if the link does not work: the account is disabled, or the link was replaced or has expired. */
export async function tryLink(server: TestServer, reply: Reply): Promise<Account | undefined> {
  const { administrator, link } = reply.body
  const account = { id: administrator.id, email: administrator.email, sessions: [] }
  const set = await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(link), password })
  if (set.status === 401) return undefined
  if (set.status !== 200) throw new Error(`setting a password: ${set.status}`)
  await newSession(server, account)
  return account
}

/** Adds a passkey in the newest session, with which the account signs in from now on. */
export async function enrolPasskey(account: Account): Promise<boolean> {
  const [session] = account.sessions
  if (!session || account.passkey) return false
  // A session that has run out cannot.
  if ((await session.get('/v1/account/passkeys')).status !== 200) return false
  const { reply, authenticator } = await addPasskey(session)
  if (reply.status === 201) account.passkey = authenticator
  return reply.status === 201
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export function later(server: TestServer, ms: number): void {
  server.clock.at = new Date((server.clock.at ?? new Date()).getTime() + ms)
}
