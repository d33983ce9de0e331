import type { Static, TSchema } from 'typebox'
import type { AdminLoginResponse } from '../contract/auth.ts'
import type { Operation } from '../contract/operation.ts'
import { cookieRefresh, login } from '../contract/operations/auth.ts'

interface Input<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params?: Static<P>
  query?: Partial<Static<Q>>
  body?: Static<B> | FormData
}

export type Client = Awaited<ReturnType<typeof signIn>>

/** A client of the API, based on the operations of the contract. */
export async function signIn(url: string, credentials: { email: string; password: string }) {
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
    if (!response.ok) throw new Error(`${operation.id}: ${response.status} ${JSON.stringify(content)}`)
    return { response, content }
  }

  const { response, content } = await send(login as unknown as Operation, { body: credentials })
  const { admin, access_token } = content as AdminLoginResponse
  return {
    id: admin.id,
    /** For a browser: the cookie by which `${cookieRefresh.path}` gives a token. */
    cookie: response.headers.getSetCookie().join('; '),
    refreshPath: cookieRefresh.path,
    async call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
      operation: Operation<P, Q, B, A>,
      input: Input<P, Q, B> = {},
    ): Promise<Static<A>> {
      const { content } = await send(operation as unknown as Operation, input, access_token)
      return content as Static<A>
    },
  }
}
