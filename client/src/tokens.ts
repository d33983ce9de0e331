/** An access token and when it expires, in milliseconds since 1970. */
export interface Token {
  value: string
  expiresAt: number
}

/** What every response with a new access token has. */
export interface NewToken {
  access_token: string
  expires_in: number
}

/** A token that expires within this time is replaced first. */
const marginMs = 20_000

export type Tokens = ReturnType<typeof createTokens>

/** Holds an access token and replaces it in time. Requests that need a new one at the same time share one refresh. */
export function createTokens({
  now,
  refresh,
}: {
  now: () => number
  /** Gets a new token and passes it to `keep`. Returns whether it got one: false if the session is over. */
  refresh: () => Promise<boolean>
}) {
  let token: Token | null = null
  let running: Promise<boolean> | null = null

  const isFresh = () => token !== null && token.expiresAt - marginMs > now()

  return {
    isFresh,
    current: () => token?.value ?? null,
    set(value: Token | null): void {
      token = value
    },
    keep({ access_token, expires_in }: NewToken): Token {
      token = { value: access_token, expiresAt: now() + expires_in * 1000 }
      return token
    },
    /** Nothing is asked if the refused token was replaced meanwhile. */
    async renew(refused: string | null): Promise<boolean> {
      if (token !== null && token.value !== refused && isFresh()) return true
      running ??= refresh().finally(() => {
        running = null
      })
      return running
    },
  }
}
