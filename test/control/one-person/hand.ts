import type { Role } from '../../../contract/api/roles.ts'
import { tokenOf } from '../../support/given/given-person.ts'
import { givenAdministrator, login, password } from '../../support/service/auth-helpers.ts'
import { type Client, client, type Reply, type TestServer } from '../../support/service/harness.ts'
import { addPasskey, signInWithPasskey } from '../../support/service/passkeys.ts'
import type { SoftwareAuthenticator } from '../../support/service/software-authenticator.ts'

/** An account whose password one person knows, and its sessions, the newest first. */
export interface Account {
  id: string
  email: string
  sessions: Client[]
  /** When it signed in last, by the clock of the service. */
  signedInAt?: number | undefined
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
  account.signedInAt = server.clock.at?.getTime()
  account.refreshToken = body.refresh_token
  return session
}

/** A session of this moment: the one there is, if the clock has not moved since and it still works. */
export async function sessionOfNow(server: TestServer, account: Account): Promise<Client | undefined> {
  const [session] = account.sessions
  const isOfNow = session && account.signedInAt === server.clock.at?.getTime()
  if (isOfNow && (await session.get('/v1/auth/me')).status === 200) return session
  return newSession(server, account)
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

/**
 * Undefined if the link does not work: the account is disabled, the link was replaced or has expired, or it is one half
 * and none of these is the other.
 */
export async function tryLink(
  server: TestServer,
  reply: Reply,
  halves: readonly string[] = [],
): Promise<Account | undefined> {
  const { administrator, link } = reply.body
  const account = { id: administrator.id, email: administrator.email, sessions: [] }
  const set = await setPassword(server, tokenOf(link), halves)
  if (set.status === 401) return undefined
  if (set.status !== 200) throw new Error(`setting a password: ${set.status}`)
  await newSession(server, account)
  return account
}

/** Tries the token alone, and then with each half. */
async function setPassword(server: TestServer, token: string, halves: readonly string[]): Promise<Reply> {
  const send = async (more: { second_half?: string }) => {
    // Attempts are throttled by address, and here all come from one.
    await server.db.deleteFrom('sign_in_counters').execute()
    return server.anonymous.post('/v1/auth/set-password', { token, password, ...more })
  }
  let reply = await send({})
  for (const second_half of halves) if (reply.status === 401) reply = await send({ second_half })
  return reply
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
