import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { operations } from '../../../contract/operations/features.ts'
import { openApi } from '../../../server/platform/http/description/openapi.ts'
import { securityHeaders } from '../../../server/platform/http/responses/security-headers.ts'

type Response = { status: number; headers: Headers; body: unknown }

interface DeclaredResponse {
  content?: Record<string, { schema?: object }>
  headers: Record<string, { $ref: string }>
}

const document = openApi(operations) as {
  paths: Record<string, Record<string, { responses: Record<string, DeclaredResponse> }>>
  components: { headers: Record<string, { required?: boolean; schema: object }> }
}
// Most functions run a few times: to shorten them would take longer.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
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
  checkHeaders(where, declared, response.headers)
  if (!declared.content?.['application/json']) return
  const contentType = response.headers.get('content-type')
  if (!contentType?.startsWith('application/json')) {
    throw new Error(`${where} is not JSON but ${contentType}`)
  }
  const validate = ajv.getSchema(`openapi#${pointer}/content/application~1json/schema`)
  if (!validate?.(response.body)) {
    throw new Error(`${where} does not fit its schema: ${ajv.errorsText(validate?.errors ?? null)}`)
  }
}

/** Headers of the connection, of browsers and of proxies are no part of the interface. */
const ofTransport = new Set([
  ...Object.keys(securityHeaders({ https: true })),
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-accel-buffering',
])

/** Every header is declared and fits its schema, and every required one is there. */
function checkHeaders(where: string, declared: DeclaredResponse, headers: Headers): void {
  const byName = new Map(
    Object.entries(declared.headers).map(([name, { $ref }]) => [
      name.toLowerCase(),
      $ref.split('/').at(-1) as string,
    ]),
  )
  for (const [name, value] of headers) {
    if (ofTransport.has(name) || name.startsWith('access-control-')) continue
    const component = byName.get(name)
    if (component === undefined) throw new Error(`${where} has the header ${name}, which is not declared`)
    const validate = ajv.getSchema(`openapi#/components/headers/${component}/schema`)
    if (!validate?.(value) && !validate?.(Number(value)))
      throw new Error(`${where}: the header ${name} does not fit its schema: ${value}`)
  }
  for (const [name, component] of byName) {
    if (document.components.headers[component]?.required && !headers.has(name)) {
      throw new Error(`${where} has no header ${name}`)
    }
  }
}

function pointerSegment(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))
}
