/** The service cannot start, and the operator can do something about it: the message is one sentence for them. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}
