import { createServer, type Server } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Serves nothing but `/metrics`, on a port of its own that only the monitoring can reach (KONTOR_METRICS_PORT). */
export function createMetricsServer({ metrics, log }: { metrics: Metrics; log: Logger }) {
  const { registry } = metrics
  const server: Server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 65_000 },
    async (request, response) => {
      request.resume()
      const path = request.url?.split('?', 1)[0]
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead || path !== '/metrics') {
        response.writeHead(404).end()
        return
      }
      try {
        const text = await registry.metrics()
        response
          .writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
          .end(text)
      } catch (error) {
        log.error({ err: error }, 'the metrics could not be collected')
        response.writeHead(500).end()
      }
    },
  )
  server.maxConnections = 100

  return {
    listen({ host, port }: { host: string; port: number }): Promise<void> {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          resolve()
        })
      })
    },
    /** The port, once the server listens. */
    port: (): number | undefined => {
      const address = server.address()
      return typeof address === 'object' ? address?.port : undefined
    },
    async close(): Promise<void> {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
