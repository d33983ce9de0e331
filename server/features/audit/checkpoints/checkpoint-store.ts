import type { Link } from '../../../platform/audit/audit-chain.ts'
import { type ChainReader, createChainReader } from '../../../platform/audit/audit-reader.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { type CheckpointKey, openCheckpointKey } from './checkpoint-key.ts'
import { findSignedHead, lockSignedHead, updateSignedHead } from './signed-head.ts'

/** What the writer of checkpoints reads and writes, besides its files. A simulation passes its own. */
export interface CheckpointStore extends ChainReader {
  transaction<T>(work: (store: CheckpointStore) => Promise<T>): Promise<T>
  openKey(now: () => Date): Promise<CheckpointKey>
  findSignedHead(): Promise<Link | undefined>
  lockSignedHead(): Promise<{ keyId: string; link: Link } | undefined>
  updateSignedHead(keyId: string, link: Link): Promise<void>
}

export function createCheckpointStore(db: Db, vault: Pick<Vault, 'seal' | 'open'>): CheckpointStore {
  return {
    ...createChainReader(db),
    transaction: (work) => db.transaction().execute((db) => work(createCheckpointStore(db, vault))),
    openKey: (now) => openCheckpointKey(db, vault, now),
    findSignedHead: () => findSignedHead(db, vault),
    lockSignedHead: () => lockSignedHead(db, vault),
    updateSignedHead: (keyId, link) => updateSignedHead(db, vault, keyId, link),
  }
}
