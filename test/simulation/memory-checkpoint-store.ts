import { generateKeyPairSync } from 'node:crypto'
import type { CheckpointStore } from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import { type ChainRow, genesis, type Link, rowHash } from '../../server/platform/audit/audit-chain.ts'
import { createRows, type RowTransaction } from './memory-rows.ts'
import { memoryStore } from './node-store.ts'

export type CheckpointStatements = Omit<CheckpointStore, 'transaction'>

const keyId = 'key'
const { privateKey } = generateKeyPairSync('ed25519')
const signingKey = { privateKey, publicKey: Buffer.alloc(32) }

/** The audit log and its signed head in memory. */
export function createMemoryCheckpointStore() {
  const chain: ChainRow[] = []
  const rows = createRows<Link>()
  let hasKey = false
  const head = (): Link => {
    const last = chain.at(-1)
    return last ? { seq: last.seq, hash: last.hash } : genesis
  }
  const signedHead = (own: Pick<RowTransaction<Link>, 'get'>) => own.get(keyId) ?? genesis

  /** Each statement in the transaction that `within` gives it. */
  function statements(
    within: <T>(work: (own: RowTransaction<Link>) => Promise<T>) => Promise<T>,
  ): CheckpointStatements {
    return {
      findAuditHead: async () => head(),
      findAuditRow: async (seq) => chain[seq - 1],
      findChainRows: async (after, upTo, limit) =>
        chain.slice(after, Math.min(upTo, after + limit, chain.length)),
      async openKey() {
        hasKey = true
        return signingKey
      },
      findSignedHead: () => within(async (own) => (hasKey ? signedHead(own) : undefined)),
      lockSignedHead: () =>
        within(async (own) => {
          await own.lock(keyId)
          return hasKey ? { keyId, link: signedHead(own) } : undefined
        }),
      updateSignedHead: (_keyId, link) =>
        within(async (own) => {
          await own.lock(keyId)
          own.set(keyId, link)
        }),
    }
  }

  return {
    ...memoryStore(rows, statements),
    head,
    signedHead: () => signedHead(rows),
    row: (seq: number) => chain[seq - 1],
    /** Appends a row, as `audit_append` does. */
    append(at: Date): void {
      const previous = head()
      const seq = previous.seq + 1
      const event = JSON.stringify({ at: at.toISOString() })
      chain.push({ seq, at, event, previous_hash: previous.hash, hash: rowHash(event, previous.hash, seq) })
    },
  }
}
