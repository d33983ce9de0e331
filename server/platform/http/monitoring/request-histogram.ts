import type { Metric, MetricValueWithName, Registry } from 'prom-client'

const name = 'kontor_http_request_seconds'
const help = 'How long requests took, by route and status'
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Series {
  labels: { method: string; route: string; status: number }
  /** Requests by bucket, each in one bucket only; those above the last bound are in none. */
  buckets: number[]
  count: number
  sum: number
}

/**
 * The histogram of response times. prom-client's own checks and hashes the labels of every observation, which costs as
 * much as several hooks; here an observation adds to numbers, and the format of prom-client is made when it is read.
 */
export function createRequestHistogram(registry: Registry) {
  /** A route has one method and few statuses. */
  const routes = new Map<string, Series[]>()

  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...routes.values()].flat().flatMap(valuesOf),
  })
  // What a registry needs of a metric, though not all of the class.
  registry.registerMetric({ name, get } as unknown as Metric)

  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      let ofRoute = routes.get(route)
      if (!ofRoute) {
        ofRoute = []
        routes.set(route, ofRoute)
      }
      let series = ofRoute.find(({ labels }) => labels.status === status && labels.method === method)
      if (!series) {
        series = { labels: { method, route, status }, buckets: bounds.map(() => 0), count: 0, sum: 0 }
        ofRoute.push(series)
      }
      series.count += 1
      series.sum += seconds
      for (let index = 0; index < bounds.length; index += 1) {
        if (seconds <= (bounds[index] as number)) {
          ;(series.buckets[index] as number) += 1
          break
        }
      }
    },
  }
}

/** In Prometheus each bucket includes the smaller ones. */
function valuesOf({ labels, buckets, count, sum }: Series): MetricValueWithName<string>[] {
  let total = 0
  return [
    ...buckets.map((requests, index) => {
      total += requests
      return {
        metricName: `${name}_bucket`,
        labels: { le: bounds[index] as number, ...labels },
        value: total,
      }
    }),
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
