import type { TestServer } from './harness.ts'

/** The value of a metric of the server; undefined if there is no such series. Labels may be named in any order. */
export async function metric(
  server: Pick<TestServer, 'url'>,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return metricIn(text, name, labels)
}

export function metricIn(
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  for (const line of text.split('\n')) {
    const [, found, written = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (found !== name) continue
    const pairs = [...written.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text])
    if (Object.entries(labels).every(([key, text]) => pairs.some(([k, v]) => k === key && v === text))) {
      return value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)
    }
  }
  return undefined
}
