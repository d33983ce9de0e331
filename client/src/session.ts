import type { Credentials } from './credentials.ts'
import { KontorError } from './errors.ts'
import type { Send } from './exchange.ts'
import { operations } from './generated-operations.ts'
import type {
  AdminLoginRequest,
  AdminLoginResponse,
  AdminMeResponse,
  AdminRefreshResponse,
} from './generated-types.ts'
import { createTokens } from './tokens.ts'

export interface SessionOptions {
  now: () => number
  /** Of an earlier session, to continue it. */
  refreshToken?: string | undefined
  /** Told each new refresh token, and null when the session has ended, so that a program can store it. */
  onRefreshToken?: ((token: string | null) => void) | undefined
}

export interface Session extends Credentials {
  signIn(credentials: AdminLoginRequest): Promise<AdminMeResponse>
  signOut(): Promise<void>
}

/** A session of an administrator. Each refresh token works once and brings its successor. */
export function createSession(send: () => Send, options: SessionOptions): Session {
  let refreshToken = options.refreshToken ?? null
  const tokens = createTokens({ now: options.now, refresh })

  async function refresh(): Promise<boolean> {
    if (refreshToken === null) return false
    try {
      // The service gives the same successor again for a minute, so a lost response does no harm.
      const wire = { ...operations.refresh, repeatable: true }
      const body = { refresh_token: refreshToken }
      keep((await send()<AdminRefreshResponse>(wire, { body, token: null })).data)
      return true
    } catch (error) {
      if (!(error instanceof KontorError) || error.status !== 401) throw error
      forget()
      return false
    }
  }

  function keep(response: AdminRefreshResponse): void {
    tokens.keep(response)
    refreshToken = response.refresh_token
    options.onRefreshToken?.(refreshToken)
  }

  function forget(): void {
    tokens.set(null)
    if (refreshToken === null) return
    refreshToken = null
    options.onRefreshToken?.(null)
  }

  async function current(): Promise<string | null> {
    return tokens.isFresh() || (await tokens.renew(tokens.current())) ? tokens.current() : null
  }

  return {
    current: tokens.current,
    token: current,
    renew: tokens.renew,
    async signIn(body) {
      const { data } = await send()<AdminLoginResponse>(operations.login, { body, token: null })
      keep(data)
      return data.admin
    },
    async signOut() {
      const token = await current()
      forget()
      if (token !== null) await send()(operations.logout, { token })
    },
  }
}
