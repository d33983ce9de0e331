import type { Link } from '../../../platform/audit/audit-chain.ts'
import { type ChainReader, createChainReader } from '../../../platform/audit/audit-reader.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import { type CheckpointKey, openCheckpointKey } from './checkpoint-key.ts'
import { findSignedHead, replaceSignedHead, type SignedHead } from './signed-head.ts'

/** What the writer of checkpoints reads and writes, besides its files. A simulation passes its own. */
export interface CheckpointStore extends ChainReader {
  openKey(now: () => Date): Promise<CheckpointKey>
  findSignedHead(): Promise<SignedHead | undefined>
  /** False if it is no longer the signed head. */
  replaceSignedHead(found: SignedHead, link: Link): Promise<boolean>
}

export function createCheckpointStore(db: Db, vault: Pick<Vault, 'seal' | 'open'>): CheckpointStore {
  return {
    ...createChainReader(db),
    openKey: (now) => openCheckpointKey(db, vault, now),
    findSignedHead: () => findSignedHead(db, vault),
    replaceSignedHead: (found, link) => replaceSignedHead(db, vault, found, link),
  }
}
