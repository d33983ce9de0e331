import { generateKeyPairSync } from 'node:crypto'
import type { CheckpointStore } from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import type { SignedHead } from '../../server/features/audit/checkpoints/signed-head.ts'
import { type ChainRow, genesis, type Link, rowHash } from '../../server/platform/audit/audit-chain.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const signingKey = { privateKey, publicKey: Buffer.alloc(32) }

/** The audit log and its signed head in memory. */
export function createMemoryCheckpointStore() {
  const chain: ChainRow[] = []
  let signed: SignedHead | undefined
  let seals = 0
  const head = (): Link => {
    const last = chain.at(-1)
    return last ? { seq: last.seq, hash: last.hash } : genesis
  }
  /** What is sealed again looks different, as in the vault. */
  const seal = (link: Link) => {
    seals += 1
    return { keyId: 'key', sealed: Buffer.from(String(seals)), link }
  }
  const store: CheckpointStore = {
    findAuditHead: async () => head(),
    findAuditRow: async (seq) => chain[seq - 1],
    findChainRows: async (after, upTo, limit) =>
      chain.slice(after, Math.min(upTo, after + limit, chain.length)),
    findRowsOf: async (recorded) =>
      recorded.map(({ event }) => chain.findLast((row) => row.event === event)?.seq),
    async openKey() {
      signed ??= seal(genesis)
      return signingKey
    },
    findSignedHead: async () => signed,
    async replaceSignedHead({ sealed }, link) {
      if (!signed?.sealed.equals(sealed)) return false
      signed = seal(link)
      return true
    },
  }

  return {
    store,
    head,
    signedHead: () => signed?.link ?? genesis,
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
