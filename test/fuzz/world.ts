import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Role, Scope } from '../../contract/api/roles.ts'
import { type DocumentKind, requiredKinds } from '../../contract/organizations/documents.ts'
import { isDatabaseUnavailable } from '../../server/platform/db/primary/availability.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { validInn } from '../support/given/factories.ts'
import { newCompany } from '../support/given/given-paper.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import { type IdentityProvider, publicUrl } from '../support/outside/identity-provider.ts'
import { createBrowser } from '../support/outside/redirect-walk.ts'

export interface Session {
  token: string
  id: string
  sessionId: string
}

interface Account {
  email: string
  password: string
  address: string
}

/** An administrator who can really sign in, and did. */
export interface Person extends Session, Account {
  refreshToken: string
  cookie: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation
type Body = any

export type World = ReturnType<typeof createWorld>

/** Makes whatever a right request speaks of, over HTTP, as an owner whom nobody else touches. */
export function createWorld({
  url,
  hookUrl,
  signIn: newSignIn,
  spare,
  provider,
}: {
  url: string
  /** Where somebody takes webhooks. */
  hookUrl: string
  /** A new session of a new administrator with this role. */
  signIn: (role: Role) => Promise<Session>
  /** Requests at random leave these alone, or their roles would not be known any more. */
  spare: (id: string) => void
  /** Where people of other companies sign in; without it, single sign-on is not configured. */
  provider?: IdentityProvider
}) {
  let made = 0
  let owner: Promise<Session> | undefined
  let second: Promise<Session> | undefined
  let buyer: Promise<string> | undefined

  /** On a busy machine 503 is a right response: it is asked again. */
  async function send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (response.status !== 503) return response
    await response.body?.cancel()
    await wait(200)
    return send(method, path, body, headers)
  }

  async function signIn(role: Role): Promise<Session> {
    try {
      const session = await newSignIn(role)
      spare(session.id)
      return session
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      await wait(200)
      return signIn(role)
    }
  }

  /** Access tokens live for fifteen minutes, and a long run lasts longer. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    { half, ...headers }: Record<string, string> & { half?: string } = {},
  ): Promise<Body> {
    owner ??= signIn('owner')
    const mine = owner
    const response = await send(method, path, body, {
      authorization: `Bearer ${(await mine).token}`,
      ...headers,
    })
    if (response.status === 401) {
      if (owner === mine) owner = undefined
      return call(method, path, body, { ...headers, ...(half && { half }) })
    }
    const said = (await response.json()) as Body
    if (said.code === 'approval_required') {
      const given = (await vote(said.context.approval_id)) ?? half
      return call(method, path, body, { ...headers, ...(given && { half: given }) })
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(said)}`)
    return half === undefined ? said : { ...said, second_half: half }
  }

  /** A second owner approves what the policy asks for. Returns their half of a link, if it makes one. */
  async function vote(approvalId: string): Promise<string | undefined> {
    second ??= signIn('owner')
    const mine = second
    const path = `/v1/approvals/${approvalId}/votes`
    const headers = { authorization: `Bearer ${(await mine).token}` }
    const response = await send('POST', path, { decision: 'approve' }, headers)
    if (response.status !== 401) return ((await response.json()) as Body).link_half ?? undefined
    if (second === mine) second = undefined
    return vote(approvalId)
  }

  async function organization(): Promise<string> {
    made += 1
    const requisites = { inn: validInn(880_000_000 + made), ogrn: '1027700132195', full_name: 'Ромашка' }
    return (await call('POST', '/v1/organizations', requisites)).id
  }

  /** The organization and the response to the upload. */
  async function document(kind: DocumentKind): Promise<{ organizationId: string; document: Body }> {
    const organizationId = await organization()
    const path = `/v1/organizations/${organizationId}/documents/${kind}`
    return { organizationId, document: await call('PUT', path, form(pdf({ padding: 500 }))) }
  }

  /** Both halves of a link for somebody new. */
  async function passwordLink(email: string, role: Role): Promise<{ token: string; second_half?: string }> {
    const { administrator, link, second_half } = await call('POST', '/v1/administrators', {
      email,
      name: 'Somebody',
      role,
    })
    spare(administrator.id)
    return { token: tokenOf(link), ...(second_half && { second_half }) }
  }

  /** Somebody new signs in, from an address of their own: the failures of others do not count against it. */
  async function person(role: Role): Promise<Person> {
    made += 1
    const number = made
    const account = {
      email: `person-${randomUUID()}@example.com`,
      password: `${randomUUID()} ${number}`,
      address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    }
    const { email, password, address } = account
    const body = { ...(await passwordLink(email, role)), password }
    const response = await send('POST', '/v1/auth/set-password', body, { 'x-forwarded-for': address })
    if (!response.ok) throw new Error(`set-password: ${response.status} ${await response.text()}`)
    return signedIn(account)
  }

  async function signedIn(account: Account): Promise<Person> {
    const { email, password, address } = account
    const response = await send('POST', '/v1/auth/login', { email, password }, { 'x-forwarded-for': address })
    if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
    const { access_token: token, refresh_token: refreshToken, admin } = (await response.json()) as Body
    const cookie = /^[^;]*/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
    return { ...account, id: admin.id, token, refreshToken, cookie, sessionId: admin.session.id }
  }

  /** Made at the first call: for requests that leave it as it is. */
  function kept<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
    const all = new Map<Key, Promise<Value>>()
    return (key) => {
      const known = all.get(key) ?? make(key)
      all.set(key, known)
      return known
    }
  }
  const keptPerson = kept(person)
  const withWallets = kept(async () => {
    const id = await organization()
    await call('POST', `/v1/organizations/${id}/wallets/create`)
    return id
  })

  const listed = 'Круглов Архип Саввич'
  const withList = kept(() =>
    call(
      'POST',
      '/v1/screening/lists',
      form(Buffer.from(`id,name\n1,${listed}\n`), { list: 'fuzz-hits' }, 'own.csv'),
    ),
  )

  /** A hit that nobody has decided, of an organization of its own. */
  async function screeningHit(): Promise<string> {
    await withList('the one')
    made += 1
    const { id } = await call('POST', '/v1/organizations', {
      inn: validInn(880_000_000 + made),
      ogrn: '1027700132195',
      full_name: 'Ромашка',
      director: { name: listed },
    })
    for (;;) {
      // A node that is still reading the list compares in a moment.
      const { items } = await call('GET', `/v1/screening/hits?organization_id=${id}`)
      const hit = items.find(({ list }: { list: string }) => list === 'fuzz-hits')
      if (hit) return hit.id
      await wait(50)
    }
  }

  /** An organization whose requests can be approved. */
  async function newBuyer(): Promise<string> {
    const id = await organization()
    const path = `/v1/organizations/${id}`
    for (const kind of requiredKinds('legal')) {
      await call('PUT', `${path}/documents/${kind}`, form(pdf({ padding: 500 })))
      await call('PATCH', `${path}/documents/${kind}/review`, { version: 1, decision: 'approved' })
    }
    await call('POST', `${path}/wallets/create`)
    for (const kyb_status of ['in_review', 'approved']) await call('PATCH', path, { kyb_status })
    return id
  }

  async function approvedRequest(): Promise<Body> {
    buyer ??= newBuyer()
    const mine = buyer
    try {
      const { id } = await call('POST', '/v1/purchase-requests', newRequest(await mine))
      await call('PATCH', `/v1/purchase-requests/${id}/status`, { status: 'in_review' })
      return await call('PATCH', `/v1/purchase-requests/${id}/status`, { status: 'approved' })
    } catch (error) {
      // Requests at random change organizations as well.
      if (!String(error).includes('approval_blocked')) throw error
      if (buyer === mine) buyer = undefined
      return approvedRequest()
    }
  }

  const keptCompany = kept((): Promise<Body> => call('POST', '/v1/desk/companies', newCompany()))

  async function paper(): Promise<Body> {
    const [request, company] = [await approvedRequest(), await keptCompany('the one')]
    const body = { kind: 'invoice', company_id: company.id, language: 'ru' }
    return call('POST', `/v1/purchase-requests/${request.id}/papers`, body)
  }

  /** Somebody new comes back from the provider. */
  async function returning(provider: IdentityProvider): Promise<{ path: string; cookie: string }> {
    const subject = randomUUID()
    const groups = ['kontor-operators']
    provider.people.set(subject, { email: `${subject}@example.com`, name: 'Somebody', groups })
    provider.state.signsIn = subject
    const browser = createBrowser(() => url)
    const isBack = (place: string) => place.startsWith(`${publicUrl}/v1/auth/oidc/callback`)
    const { location } = await browser.visit('/v1/auth/oidc/start', isBack)
    const cookie = [...browser.cookies()].map(([name, value]) => `${name}=${value}`).join('; ')
    return { path: location.slice(publicUrl.length), cookie }
  }

  return {
    url,
    hookUrl,
    provider,
    returning,
    signIn,
    call,
    vote,
    organization,
    document,
    passwordLink,
    person,
    next: () => ++made,
    screeningHit,
    organizationWithWallets: (name = 'the one') => withWallets(name),
    keptDocument: kept(document),
    keptPerson,
    /** A session of its own of somebody whose account stays as it is. */
    newSession: async (role: Role) => signedIn(await keptPerson(role)),

    approvedRequest,
    purchaseRequest: async (): Promise<Body> =>
      call('POST', '/v1/purchase-requests', newRequest(await organization())),

    /** A notice in the inbox of this person, who is mentioned for it. */
    async notice({ id, token }: Session): Promise<string> {
      const path = `/v1/organizations/${await organization()}/comments`
      await call('POST', path, { comment: 'Please look', mentions: [id] })
      for (;;) {
        const inbox = await send('GET', '/v1/inbox?limit=1', undefined, { authorization: `Bearer ${token}` })
        const { items } = (await inbox.json()) as Body
        if (items.length > 0) return items[0].id
        await wait(50)
      }
    },

    deskCompany: () => keptCompany('the one'),
    paper,
    keptPaper: kept(paper),

    webhook: (): Promise<Body> =>
      call('POST', '/v1/webhooks', { url: hookUrl, event_types: ['administrator.enabled'] }),

    /** Every event goes to every endpoint that takes its type: a long run would only send webhooks. */
    async deleteOldWebhooks(): Promise<void> {
      const { items } = await call('GET', '/v1/webhooks?limit=100&offset=20')
      for (const { id } of items) {
        // Requests at random delete them as well.
        await call('DELETE', `/v1/webhooks/${id}`).catch(() => {})
      }
    },

    apiKey: async (scopes: readonly Scope[]): Promise<{ key: string; id: string }> => {
      const { key, api_key } = await call('POST', '/v1/api-keys', { name: 'A machine', scopes })
      spare(api_key.id)
      return { key, id: api_key.id }
    },

    /** What somebody is answered, whatever it is. */
    async ask(method: string, path: string, session: Session | Person, body?: unknown): Promise<Body> {
      const headers = {
        authorization: `Bearer ${session.token}`,
        ...('address' in session && { 'x-forwarded-for': session.address }),
      }
      return (await send(method, path, body, headers)).json()
    },
  }
}
