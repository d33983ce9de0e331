import type { Static, TSchema } from 'typebox'
import { type AdminLoginResponse, accessTokenSeconds } from '../contract/administrators/auth.ts'
import type { Operation } from '../contract/api/operation.ts'
import { cookieRefresh, login, refresh } from '../contract/operations/administrators/auth.ts'

interface Input<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params?: Static<P>
  query?: Partial<Static<Q>>
  body?: Static<B> | FormData
}

export type Client = Awaited<ReturnType<typeof signIn>>

/** Everybody signs in once a week: passwords are slow on purpose. */
const sessionMs = 6 * 24 * 3600 * 1000
const tokenMs = (accessTokenSeconds - 60) * 1000

/**
 * A client of the API, based on the operations of the contract. It renews its tokens by the clock that it is given,
 * which is that of the service.
 */
export async function signIn(
  url: string,
  credentials: { email: string; password: string },
  now: () => number = Date.now,
) {
  async function send(
    operation: Operation,
    input: { params?: unknown; query?: unknown; body?: unknown },
    token?: string,
  ) {
    const params = (input.params ?? {}) as Record<string, string>
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const query = new URLSearchParams((input.query ?? {}) as Record<string, string>)
    const isForm = input.body instanceof FormData
    const response = await fetch(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: operation.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(input.body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && {
        body: isForm ? (input.body as FormData) : JSON.stringify(input.body),
      }),
    })
    const content: unknown = await response.json()
    if (!response.ok) {
      const { code } = content as { code?: string }
      throw Object.assign(new Error(`${operation.id}: ${response.status} ${JSON.stringify(content)}`), {
        code,
      })
    }
    return { response, content }
  }

  async function enter() {
    const { response, content } = await send(login as unknown as Operation, { body: credentials })
    return { response, at: now(), tokens: content as AdminLoginResponse }
  }

  async function currentToken(): Promise<string> {
    const age = now() - renewedAt
    if (now() - session.at > sessionMs) session = await enter()
    else if (age > tokenMs) {
      const body = { refresh_token: session.tokens.refresh_token }
      const { content } = await send(refresh as unknown as Operation, { body })
      session = { ...session, tokens: { ...session.tokens, ...(content as AdminLoginResponse) } }
    } else return session.tokens.access_token
    renewedAt = now()
    return session.tokens.access_token
  }

  let session = await enter()
  let renewedAt = session.at
  return {
    id: session.tokens.admin.id,
    /** For a browser: the cookie by which `${cookieRefresh.path}` gives a token. */
    cookie: session.response.headers.getSetCookie().join('; '),
    refreshPath: cookieRefresh.path,
    async call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
      operation: Operation<P, Q, B, A>,
      input: Input<P, Q, B> = {},
    ): Promise<Static<A>> {
      const attempt = async () =>
        (await send(operation as unknown as Operation, input, await currentToken())).content as Static<A>
      try {
        return await attempt()
      } catch (error) {
        // Some acts need somebody who has just signed in, and a key that signs tokens lives for a day of the moved clock.
        const { code } = error as { code?: string }
        if (code !== 'reauthentication_required' && code !== 'token_invalid') throw error
        session = await enter()
        renewedAt = session.at
        return attempt()
      }
    },
  }
}
