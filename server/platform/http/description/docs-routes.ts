import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { constantResponse } from '../responses/compression.ts'
import { pagePolicy } from '../responses/security-headers.ts'
import { errorsHtml } from './errors-html.ts'

const anyone = { config: { access: 'anyone' as const } }
const swaggerFiles = join(import.meta.dirname, '../../../../node_modules/@fastify/swagger-ui/static')
// Swagger UI draws its icons from data: addresses and sets style attributes.
const docsPolicy = pagePolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")

/** The documentation for people: the operations in Swagger UI, and the errors on a page of their own. */
export function docsRoutes(app: FastifyInstance): void {
  app.register(fastifyStatic, { root: swaggerFiles, serve: false })
  for (const path of ['/docs', '/docs/'])
    app.get(path, anyone, async (_request, reply) => {
      reply.header('content-security-policy', docsPolicy)
      reply.type('text/html; charset=utf-8')
      return docsPage
    })
  app.get('/docs/errors', anyone, async (request, reply) => {
    reply.header('content-security-policy', docsPolicy)
    return reply.send(await sendErrors(request, reply))
  })
  app.get('/docs/start.js', anyone, async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8')
    return docsScript
  })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    app.get(`/docs/${file}`, anyone, (_request, reply) => reply.sendFile(file))
  }
}

const sendErrors = constantResponse(errorsHtml, 'text/html; charset=utf-8')

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kontor API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// The list of schemas is below all operations, and drawing it would take as long as they do: each operation shows its own.
// Swagger UI would read the text as YAML, and build a model of the whole document to resolve what is shown, each time anew:
// seconds. All references lead to places in the same document, so looking these up is enough.
const docsScript = `const lookUp = (document, pointer) =>
  pointer
    .slice(2)
    .split('/')
    .reduce((part, key) => part?.[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')], document)

/** What a schema refers to is written into it, but not within itself. */
function resolved(document, part, within) {
  if (Array.isArray(part)) return part.map((one) => resolved(document, one, within))
  if (part === null || typeof part !== 'object') return part
  const { $ref, ...own } = part
  if (typeof $ref === 'string' && $ref.startsWith('#/')) {
    if (within.includes($ref)) return { type: 'object', ...own }
    return { ...resolved(document, lookUp(document, $ref), [...within, $ref]), ...own }
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(document, value, within)]))
}

const quick = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson: (_original, { specActions }) => (text) => specActions.updateJsonSpec(JSON.parse(text)),
        requestResolvedSubtree: (_original, { specActions, specSelectors }) => (path) => {
          if (specSelectors.specResolvedSubtree(path)) return
          const document = specSelectors.specJson().toJS()
          const part = path.reduce((value, key) => value?.[key], document)
          specActions.updateResolvedSubtree(path, resolved(document, part, []))
        },
      },
    },
  },
})

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  syntaxHighlight: false,
  plugins: [quick],
})
`
