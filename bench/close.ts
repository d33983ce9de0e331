import { withServer } from './child.ts'
import { atMost, type Row } from './report.ts'

interface Said {
  url: string
  token: string
  postings: number
  documents: number
  organization: string
}

const month = 'from=2026-01-01&to=2026-01-31'

/** What the end of a month costs: the revaluation, the close, the journal, and an act with a client. */
export function run(): Promise<Row[]> {
  return withServer('close-server.ts', async ({ url, token, postings, documents, organization }: Said) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const secondsOf = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const begun = performance.now()
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const bytes = await response.arrayBuffer()
      if (!response.ok) throw new Error(Buffer.from(bytes).toString())
      return (performance.now() - begun) / 1000
    }
    const through = { through: '2026-01-31' }
    const act = `/v1/organizations/${organization}/reconciliation-act?${month}&currency=RUB&language=ru`
    // The first one starts the threads that write files.
    for (const format of ['pdf', 'xlsx'])
      await secondsOf('GET', `${act.replaceAll('2026-01', '2025-01')}&format=${format}`)
    const checklist = await secondsOf('GET', '/v1/books/close?through=2026-01-31')
    const revalued = await secondsOf('POST', '/v1/books/revalue', through)
    const closed = await secondsOf('POST', '/v1/books/close', { ...through, reason: 'x' })
    const journal = {
      csv: await secondsOf('GET', `/v1/books/journal?format=csv&${month}`),
      xlsx: await secondsOf('GET', `/v1/books/journal?format=xlsx&${month}`),
    }
    const acts = {
      pdf: await secondsOf('GET', `${act}&format=pdf`),
      xlsx: await secondsOf('GET', `${act}&format=xlsx`),
    }
    const count = postings.toLocaleString('en-US')
    const row = (what: string, seconds: number, limit: number, measured = '') => ({
      what,
      measured: measured || `${seconds.toFixed(1)} s`,
      against: `${limit} s`,
      ...atMost(seconds, limit, ' s'),
    })
    return [
      row(
        `close of a month of ${count} postings`,
        revalued + closed,
        10,
        `differences ${revalued.toFixed(1)} s, close ${closed.toFixed(1)} s`,
      ),
      row('its checklist', checklist, 10),
      row('its journal as CSV', journal.csv, 30),
      row('its journal as XLSX', journal.xlsx, 30),
      ...(['pdf', 'xlsx'] as const).map((format) =>
        row(
          `an act of ${documents.toLocaleString('en-US')} documents as ${format.toUpperCase()}`,
          acts[format],
          3,
        ),
      ),
    ]
  })
}
