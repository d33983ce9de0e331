import type { FastifyContextConfig, FastifyInstance } from 'fastify'

const response = { status: 'ok', name: 'Ромашка', count: 42 }
const schema = {
  response: {
    200: {
      type: 'object',
      properties: { status: { type: 'string' }, name: { type: 'string' }, count: { type: 'integer' } },
    },
  },
}

/** A read that costs almost nothing, so that the overhead of the hooks is visible. */
export function trivial(app: FastifyInstance, path: string, config: FastifyContextConfig = {}): void {
  app.get(path, { schema, config }, async () => response)
}
