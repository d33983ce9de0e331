import { expect } from 'vitest'
import { runCli } from '../processes/run-cli.ts'
import type { Reply, TestServer } from './harness.ts'

/** `kontor audit verify`, which also compares rows with their proofs. */
export async function verifyRows(server: TestServer) {
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  await server.service.checkpoints.cut(true)
  return runCli(['audit', 'verify'], env)
}

/** What somebody gets who acts on a row that the service did not write. */
export function expectUnproven(reply: Reply, kind: string, id?: string): void {
  expect(reply, JSON.stringify(reply.body)).toMatchObject({
    status: 503,
    body: { code: 'proof_invalid', context: { kind, ...(id && { id }) } },
  })
  expect(reply.headers.get('retry-after')).toBe('60')
}
