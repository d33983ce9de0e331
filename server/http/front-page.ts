import type { FastifyInstance } from 'fastify'
import { pagePolicy } from './security-headers.ts'

/** What is at `/` until there is more to show: where to go. */
export function frontPage(app: FastifyInstance): void {
  app.get('/', { config: { access: 'anyone' } }, async (_request, reply) => {
    reply.header('content-security-policy', pagePolicy)
    reply.type('text/html; charset=utf-8')
    return page
  })
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kontor</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Kontor</h1>
<p>The back office for companies that hold digital assets.</p>
<ul>
<li><a href="/docs">Documentation of the interface</a></li>
<li><a href="/openapi.json">OpenAPI description</a></li>
<li><a href="/readyz">Is the service ready?</a></li>
</ul>
</body>
</html>
`
