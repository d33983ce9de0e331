import type { webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

/** Where the provider believes the service to be. The browser of these tests knows where it really is. */
export const publicUrl = 'https://kontor.test'
const clientSecret = 'a secret of this client that nobody may log'
const scopes = ['openid', 'email', 'profile', 'groups']

export interface Person {
  email?: string
  email_verified?: boolean
  name?: string
  groups?: unknown
}

type Changed = {
  claims: JWTPayload
  header?: { alg: string; kid?: string }
  key?: webcrypto.CryptoKey | Uint8Array
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** A foreign provider (`oidc-provider`), whose people sign in without a form. */
export async function startIdentityProvider({ service = publicUrl }: { service?: string } = {}) {
  const people = new Map<string, Person>()
  const state = {
    /** Who signs in at the next question. */
    signsIn: 'anna',
    /** Changes the claims of the next ID tokens, which are signed again. */
    change: undefined as ((claims: JWTPayload) => Changed | Promise<Changed>) | undefined,
    /** What is answered instead of the provider, by path. */
    instead: new Map<string, (request: IncomingMessage, response: ServerResponse) => void>(),
    /** Where posts to the public address of the service go. */
    serviceUrl: '',
    requests: [] as string[],
    keys: [] as JWK[],
  }
  let handler: RequestListener
  let provider: Provider
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] as string
    state.requests.push(`${request.method} ${path}`)
    const other = state.instead.get(path)
    if (other) return other(request, response)
    if (path.startsWith('/interaction/')) return void signIn(request, response)
    if (path === '/token' && state.change) reSign(response)
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const login = { accountId: state.signsIn }
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  }

  async function newKey(): Promise<JWK> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' }
  }

  /** A token of the provider with these claims. */
  async function sign({ claims, header, key }: Changed): Promise<string> {
    const [jwk] = state.keys as [JWK]
    return new SignJWT(claims)
      .setProtectedHeader(header ?? { alg: 'RS256', kid: jwk.kid as string })
      .sign(key ?? (await importJWK(jwk, 'RS256')))
  }

  /** A logout token with these claims changed. */
  async function logoutToken(subject: string, changes: object = {}, signed: Partial<Changed> = {}) {
    const now = Math.floor(Date.now() / 1000)
    return sign({
      claims: {
        iss: issuer,
        aud: 'kontor',
        sub: subject,
        iat: now,
        exp: now + 120,
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...changes,
      },
      ...signed,
    })
  }

  function reSign(response: ServerResponse): void {
    const end = response.end.bind(response)
    response.end = ((body: string | Buffer) => {
      const answer = JSON.parse(String(body))
      if (!answer.id_token) return end(body)
      const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1], 'base64url').toString())
      void Promise.resolve(state.change?.(claims))
        .then((changed) => sign(changed as Changed))
        .then((id_token) => {
          const text = JSON.stringify({ ...answer, id_token })
          response.setHeader('content-length', Buffer.byteLength(text))
          end(text)
        })
      return response
    }) as typeof response.end
  }

  function configuration(): Configuration {
    return {
      clients: [
        {
          client_id: 'kontor',
          client_secret: clientSecret,
          redirect_uris: [`${service}/v1/auth/oidc/callback`],
          backchannel_logout_uri: `${service}/v1/auth/oidc/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: state.keys as never },
      cookies: { keys: ['a key of cookies'] },
      // Many providers put all claims into the ID token.
      conformIdTokenClaims: false,
      scopes,
      claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...people.get(id) }) as never,
      }),
      // Nobody is asked to consent to an application of their own company.
      async loadExistingGrant({ oidc }) {
        const clientId = oidc.client?.clientId as string
        const known = oidc.session?.grantIdFor(clientId)
        if (known) return oidc.provider.Grant.find(known)
        const grant = new oidc.provider.Grant({
          clientId,
          accountId: oidc.session?.accountId as string,
        })
        grant.addOIDCScope(scopes.join(' '))
        await grant.save()
        return grant
      },
      // Its own guard, the dispatcher, lets no request through to this machine.
      fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
        fetch(String(url).replace(service, state.serviceUrl), options),
      ttl: { Session: 3600, Grant: 3600, Interaction: 600, IdToken: 3600, AccessToken: 3600 },
    }
  }

  /** New keys, as after a rotation: tokens of the old ones are not signed any more. */
  async function rotateKeys(): Promise<void> {
    state.keys = [await newKey()]
    provider = new Provider(issuer, configuration())
    provider.on('server_error', (_context, error) => {
      throw error
    })
    handler = provider.callback()
  }

  await rotateKeys()
  return {
    issuer,
    service,
    people,
    state,
    sign,
    rotateKeys,
    logoutToken,
    /** Sends a logout token, as when somebody signs out there. */
    async logOut(subject: string, sid: string): Promise<void> {
      const client = await provider.Client.find('kontor')
      await (
        client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }
      ).backchannelLogout(subject, sid)
    },
    clientSecret,
    settings: {
      KONTOR_PUBLIC_URL: service,
      KONTOR_OIDC_ISSUER: issuer,
      KONTOR_OIDC_CLIENT_ID: 'kontor',
      KONTOR_OIDC_CLIENT_SECRET: clientSecret,
      KONTOR_OIDC_ROLES:
        'kontor-auditors:auditor,kontor-operators:operator,kontor-officers:officer,kontor-owners:owner',
    },
    /** As if the machine were switched off; `back` switches it on. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    back: () =>
      new Promise<void>((resolve) =>
        server.listen(Number(new URL(issuer).port), '127.0.0.1', () => resolve()),
      ),
  }
}
