import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** What Prometheus reads. Labels are routes, never ids or values. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'kontor_http_request_seconds',
      help: 'How long requests took, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    anonymousRefusals: new Counter({
      name: 'kontor_http_unauthorized_total',
      help: 'Requests that were refused for want of a valid credential',
      registers: [registry],
    }),
  }
}

export function measure(app: FastifyInstance, metrics: Metrics): void {
  // Looking up a labelled series costs more than adding to it; there are only as many as routes times statuses.
  const series = new Map<string, { observe(seconds: number): void }>()

  app.addHook('onResponse', (request, reply, done) => {
    // Without rules it was refused before anybody looked at the route.
    const { url = 'none' } = request.rules ?? request.routeOptions
    const route = request.is404 ? 'none' : url
    const key = `${request.method} ${route} ${reply.statusCode}`
    let one = series.get(key)
    if (!one) {
      one = metrics.requests.labels(request.method, route, String(reply.statusCode))
      series.set(key, one)
    }
    one.observe(reply.elapsedTime / 1000)
    if (reply.statusCode === 401) metrics.anonymousRefusals.inc()
    done()
  })
}
