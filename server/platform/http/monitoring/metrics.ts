import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { createRequestHistogram } from './request-histogram.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What Prometheus reads. Labels are routes, never ids or values. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: createRequestHistogram(registry),
    unauthorized: new Counter({
      name: 'kontor_http_unauthorized_total',
      help: 'Requests that were refused for want of a valid credential',
      registers: [registry],
    }),
  }
}

export function measureRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  milliseconds: number,
  { requests, unauthorized }: Metrics,
): void {
  const route = request.is404 ? 'none' : request.routeConfig.url
  requests.observe(request.method, route, reply.statusCode, milliseconds / 1000)
  if (reply.statusCode === 401) unauthorized.inc()
}
