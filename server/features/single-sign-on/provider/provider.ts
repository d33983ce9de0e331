import { errors, type JWTPayload, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Logger } from 'pino'
import { Failure, unavailable } from '../../../platform/errors.ts'
import { createLimitedFetch, type Fetch, isSafeAddress, ProviderUnreachable } from './limited-fetch.ts'
import { createProviderKeys } from './provider-keys.ts'

/** Signatures that only the provider can make: no `none`, and no HMAC, whose key this service has as well. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** Between the clock of the provider and ours. */
export const toleranceSeconds = 60
const metadataMaxAgeMs = 3_600_000

export type Provider = ReturnType<typeof createProvider>
export type Claims = JWTPayload & { sub: string; iss: string; auth_time: number }

/**
 * The identity provider. Nothing is fetched before it is needed, so the service starts without it; what was fetched is
 * kept for a while. Whatever fails is a Failure, and its reason is in the log, without codes, tokens and secrets.
 */
export function createProvider({
  settings: { issuer, clientId, clientSecret },
  redirectUri,
  now,
  log,
  fetch = createLimitedFetch(),
}: {
  settings: { issuer: string; clientId: string; clientSecret: string }
  redirectUri: string
  now: () => Date
  log: Pick<Logger, 'warn'>
  fetch?: Fetch
}) {
  let discovered: { metadata: oidc.ServerMetadata; at: number } | undefined
  let discovering: Promise<oidc.ServerMetadata> | undefined
  const keys = createProviderKeys({
    now,
    fetch,
    address: async () => (await metadata()).jwks_uri as string,
  })

  async function metadata(): Promise<oidc.ServerMetadata> {
    if (discovered && Math.abs(now().getTime() - discovered.at) < metadataMaxAgeMs) return discovered.metadata
    discovering ??= discover().finally(() => {
      discovering = undefined
    })
    return discovering
  }

  async function discover(): Promise<oidc.ServerMetadata> {
    const found = await oidc
      .discovery(new URL(issuer), clientId, undefined, oidc.None(), {
        [oidc.customFetch]: fetch as oidc.CustomFetch,
        execute: [oidc.allowInsecureRequests],
      })
      .catch((error: unknown) => {
        throw new ProviderUnreachable(`discovery failed: ${reasonOf(error)}`)
      })
    const { supportsPKCE: _, ...metadata } = found.serverMetadata()
    const used = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
    if (!used.every((address) => address !== undefined && isSafeAddress(address))) {
      throw new ProviderUnreachable('its metadata has no https address for sign-in, tokens or keys')
    }
    if (new URL(metadata.issuer).href !== new URL(issuer).href) {
      throw new ProviderUnreachable('its metadata names another issuer')
    }
    discovered = { metadata, at: now().getTime() }
    return metadata
  }

  /** Made for each use, because it contains how far our clock is from that of the machine. */
  function configuration(server: oidc.ServerMetadata): oidc.Configuration {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret)
    const supported = server.id_token_signing_alg_values_supported ?? ['RS256']
    const config = new oidc.Configuration(
      {
        ...server,
        id_token_signing_alg_values_supported: supported.filter((alg) => algorithms.includes(alg)),
      },
      clientId,
      {
        [oidc.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
        [oidc.clockTolerance]: toleranceSeconds,
      },
      authentication,
    )
    config[oidc.customFetch] = fetch as oidc.CustomFetch
    // The addresses were checked: plain http is left only for this machine.
    oidc.allowInsecureRequests(config)
    return config
  }

  /** Turns what went wrong into a Failure. `code` says what it means if the provider is there. */
  function failure(error: unknown, code: 'oidc_response_invalid' | 'logout_token_invalid'): Failure {
    if (error instanceof Failure) return error
    const reason = reasonOf(error)
    log.warn({ reason, issuer }, 'single sign-on failed')
    if (isUnreachable(error))
      return unavailable('oidc_unavailable', 'The identity provider is not available.')
    if (error instanceof oidc.AuthorizationResponseError)
      return new Failure('forbidden', 'oidc_denied', 'The identity provider refused the sign-in.')
    return code === 'logout_token_invalid'
      ? new Failure('unreadable', code, 'The logout token is not valid.')
      : new Failure('unauthorized', code, 'The response of the identity provider is not valid.')
  }

  return {
    /** Where the browser goes to sign in. */
    async authorizationUrl(flow: {
      state: string
      nonce: string
      challenge: string
      /** Seconds since somebody typed a password or the like; 0 asks for it now. */
      maxAge: number
    }): Promise<string> {
      try {
        const server = await metadata()
        const scopes = ['openid', 'email', 'profile']
        if (server.scopes_supported?.includes('groups')) scopes.push('groups')
        const url = oidc.buildAuthorizationUrl(configuration(server), {
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: scopes.join(' '),
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: flow.challenge,
          code_challenge_method: 'S256',
          max_age: String(flow.maxAge),
          ...(flow.maxAge === 0 && { prompt: 'login' }),
        })
        return url.href
      } catch (error) {
        throw failure(error, 'oidc_response_invalid')
      }
    },

    /** Exchanges the code of a response for an ID token and checks all that the specifications ask for. */
    async finish(
      query: URLSearchParams,
      { state, nonce, verifier, maxAge }: { state: string; nonce: string; verifier: string; maxAge: number },
    ): Promise<Claims> {
      try {
        const config = configuration(await metadata())
        const response = new URL(`${redirectUri}?${query}`)
        // Checks state, iss (RFC 9207), and of the ID token iss, aud, azp, exp, iat, nonce and auth_time.
        const { id_token } = await oidc.authorizationCodeGrant(config, response, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          maxAge,
          idTokenExpected: true,
        })
        return await verify<Claims>(id_token as string, {
          requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
        })
      } catch (error) {
        throw failure(error, 'oidc_response_invalid')
      }
    },

    /** The claims of a logout token that the provider has signed for this service, at most so many seconds ago. */
    async readLogoutToken(token: string, maxAge: number): Promise<JWTPayload & { iss: string }> {
      try {
        const required = { requiredClaims: ['iat', 'jti', 'events'], maxTokenAge: maxAge }
        return await verify<JWTPayload & { iss: string }>(token, required)
      } catch (error) {
        throw failure(error, 'logout_token_invalid')
      }
    },
  }

  /** The signature, by the keys of the provider, and the claims that every token has. */
  async function verify<T extends JWTPayload>(
    token: string,
    more: { requiredClaims: string[]; maxTokenAge?: number },
  ): Promise<T> {
    const server = await metadata()
    const { payload } = await jwtVerify<T>(token, keys, {
      ...more,
      issuer: server.issuer,
      audience: clientId,
      algorithms,
      clockTolerance: toleranceSeconds,
      currentDate: now(),
    })
    return payload
  }
}

/** Our own errors say why; those of the libraries have codes. What they quote of a token is left out. */
function reasonOf(error: unknown): string {
  const causes = [...chain(error)]
  const unreachable = causes.find((one) => one instanceof ProviderUnreachable)
  if (unreachable) return unreachable.message
  const [first] = causes
  if (first instanceof oidc.AuthorizationResponseError || first instanceof oidc.ResponseBodyError) {
    return `the provider answered ${first.error.slice(0, 100)}`
  }
  if (first instanceof errors.JOSEError) return `${first.code}: ${first.message}`
  return first instanceof Error ? first.message : 'unknown'
}

/** The provider is away, or does not know this service: signing in again would not help. */
function isUnreachable(error: unknown): boolean {
  return [...chain(error)].some(
    (one) =>
      one instanceof ProviderUnreachable ||
      (one instanceof oidc.ResponseBodyError && one.error === 'invalid_client'),
  )
}

function* chain(error: unknown): Generator<unknown> {
  for (let one = error; one instanceof Error; one = one.cause) yield one
}
