/** Where the token of a request comes from. */
export interface Credentials {
  /** The token that is at hand, without asking for another. */
  current(): string | null
  /** A token that is valid for a while; a new one is obtained first if needed. Null if there is none. */
  token(): Promise<string | null>
  /** Replaces a token that the service refused. Returns whether there is another one now. */
  renew(refused: string): Promise<boolean>
}

/** An API key. It cannot be renewed. */
export function keyCredentials(apiKey: string): Credentials {
  return {
    current: () => apiKey,
    token: async () => apiKey,
    renew: async () => false,
  }
}
