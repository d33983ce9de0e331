/** The code of a system error or a database error, such as `ENOENT` or `40001`. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}
