import { isId } from '../../../contract/api/common.ts'
import type { WalletDetailsResponse, WalletMovementListResponse } from '../../../contract/wallets/wallets.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { findWallets, toListed } from './wallet-rows.ts'
import { findSeed } from './wallet-store.ts'
import type { WalletUse } from './wallet-use.ts'

export type WalletDetails = ReturnType<typeof createWalletDetails>

const mostMovements = 100

/** A wallet by its id, of whichever organization. */
export function createWalletDetails({ db, uses }: { db: Db; uses: readonly WalletUse[] }) {
  async function find(id: string) {
    const row = isId(id)
      ? await findWallets(db).select('wallet.derivation_path').where('wallet.id', '=', id).executeTakeFirst()
      : undefined
    if (!row) throw new Failure('not_found', 'wallet_not_found', 'There is no such wallet.')
    return row
  }

  return {
    async read(id: string): Promise<WalletDetailsResponse> {
      const row = await find(id)
      const [listed] = await toListed(db, [row], uses)
      if (!listed) throw new Error('A wallet that was found is listed.')
      const seed = await findSeed(db, row.organization_id, row.generation)
      return {
        ...listed,
        derivation_path: row.derivation_path,
        retired_at: seed?.retired_at?.toISOString() ?? null,
        retired_reason: seed?.retired_reason ?? null,
      }
    },

    async movements(id: string): Promise<WalletMovementListResponse> {
      const wallet = await find(id)
      const items = []
      for (const use of uses) items.push(...(await use.movements(db, wallet, mostMovements)))
      return { items: items.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, mostMovements) }
    },
  }
}
