type Json = Record<string, unknown>

/** A description with its responses and parameters written out where they are used, as before they were shared. */
export function wholeDescription<T>(document: T): T {
  const { paths } = document as { paths: Record<string, Record<string, Json>> }
  const resolved = (part: unknown): unknown => {
    const { $ref } = part as { $ref?: string }
    if ($ref === undefined) return part
    return $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (value as Json)[key], document)
  }
  const whole = ({ parameters = [], responses, ...operation }: Json) => ({
    ...operation,
    parameters: (parameters as unknown[]).map(resolved),
    responses: Object.fromEntries(
      Object.entries(responses as Json).map(([status, response]) => [status, resolved(response)]),
    ),
  })
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, whole(operation)])),
      ]),
    ),
  }
}
