import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { operations } from '../../contract/operations/features.ts'
import { openApi } from '../../server/platform/http/openapi.ts'

type Response = { status: number; contentType: string | null; body: unknown }

const document = openApi(operations) as {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema?: object }> }> }>
  >
}
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

const routes = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Throws when a response is not one that /openapi.json declares for its operation. */
export function checkAgainstOpenApi(method: string, path: string, response: Response): void {
  const pathname = path.split('?', 1)[0] as string
  const found = routes
    .filter(({ operation, pattern }) => operation.method === method && pattern.test(pathname))
    // A literal segment wins over a parameter, as in the router.
    .sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length)[0]
  if (!found) return
  const where = `${method} ${found.operation.path} ${response.status}`
  const pointer = `/paths/${pointerSegment(found.operation.path)}/${method.toLowerCase()}/responses/${response.status}`
  const declared = document.paths[found.operation.path]?.[method.toLowerCase()]?.responses[response.status]
  if (!declared) throw new Error(`${where} is not declared: ${JSON.stringify(response.body)}`)
  if (!declared.content?.['application/json']) return
  if (!response.contentType?.startsWith('application/json')) {
    throw new Error(`${where} is not JSON but ${response.contentType}`)
  }
  const validate = ajv.getSchema(`openapi#${pointer}/content/application~1json/schema`)
  if (!validate?.(response.body)) {
    throw new Error(`${where} does not fit its schema: ${ajv.errorsText(validate?.errors ?? null)}`)
  }
}

function pointerSegment(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))
}
