import type { Db } from '../../../platform/db/database.ts'
import type { ReplacedTransaction } from '../../chain-nodes/chain-node.ts'
import { findTransfer } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'

/** The transfer that this one replaces, then the one that that one replaced, and so on: all are signed. */
export async function listReplaced(db: Db, { replaces }: Pick<Transfer, 'replaces'>): Promise<Transfer[]> {
  const replaced: Transfer[] = []
  for (let id = replaces; id !== null; ) {
    const found = await findTransfer(db, id)
    if (!found) break
    replaced.push(found)
    id = found.replaces
  }
  return replaced
}

export function toReplaced({ spends, signed_fee, raw, inputs }: Transfer): ReplacedTransaction {
  if (spends === null || signed_fee === null || raw === null || inputs === null)
    throw new Error('The replaced transfer is not signed.')
  return { spends, fee: BigInt(signed_fee), raw, inputs }
}
