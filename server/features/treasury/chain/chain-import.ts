import { setImmediate } from 'node:timers/promises'
import { type ChainImportResponse, dustBelow } from '../../../../contract/books/chain-lines.ts'
import { canonicalDecimal } from '../../../../contract/money/decimal.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import { accountOf } from '../../../../contract/wallets/addresses.ts'
import type { Actor } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { createTurns } from '../../../platform/turns.ts'
import { type OwnWallet, ownWallets } from '../stock/stock-reader.ts'
import { readChainFile } from './chain-csv.ts'
import { type FoundLine, ignoreDust, insertLines, listDiffering, lockChainLines } from './chain-line-store.ts'
import { endGaps } from './chain-listing-store.ts'
import { matchByTransaction } from './chain-matching.ts'

export type ChainImport = ReturnType<typeof createChainImport>

/** Lines that are sent to the database together. */
const atOnce = 1000
const mostDiffering = 100
/** Clocks differ. */
const clockTolerance = 5 * 60_000

export const chainStatementsObject = { type: 'chain_statement', id: 'chain_statements' }

export function createChainImport({ db: pool, now }: { db: Db; now: () => Date }) {
  return {
    /** Imports the file as a whole or not at all. Throws ChainFileRefused for what is wrong with it. */
    async run(content: Buffer, actor: Actor): Promise<ChainImportResponse> {
      const wallets = await ownWallets(pool)
      const { lines, ignored } = await readChainFile(content, {
        walletOf: finder(wallets),
        latest: new Date(now().getTime() + clockTolerance),
        turn: createTurns(),
      })
      return pool.transaction().execute(async (db) => {
        const at = now()
        await lockChainLines(db)
        const added: string[] = []
        const differing: ChainImportResponse['differing'] = []
        for (let from = 0; from < lines.length; from += atOnce) {
          const some = lines.slice(from, from + atOnce)
          const room = mostDiffering - differing.length
          if (room > 0)
            for (const one of await listDiffering(db, some, room))
              differing.push({
                ...one,
                known: canonicalDecimal(one.known),
                found: canonicalDecimal(one.found),
              })
          added.push(...(await insertLines(db, some, { source: 'csv', at })))
          await setImmediate()
        }
        const matched = await matchByTransaction(db, added, { at, isTold: false })
        const dust = await ignoreDust(db, added, dustBelow)
        const ended = await endGaps(db, spansOf(lines, wallets), at)
        const counts = { new_lines: added.length, matched_lines: matched }
        if (added.length > 0 || ended > 0)
          recordChange(db, actor, {
            action: 'chain_statement.imported',
            object: chainStatementsObject,
            details: { source: 'csv', ...counts, ended_gaps: ended },
            data: { source: 'csv', ...counts },
            at,
          })
        const times = lines.map((line) => line.at).sort()
        return {
          from: times[0] ?? at.toISOString(),
          through: times.at(-1) ?? at.toISOString(),
          ...counts,
          known_lines: lines.length - added.length,
          dust_lines: dust,
          ignored_rows: ignored,
          differing,
          ended_gaps: ended,
        }
      })
    },
  }
}

/** Own wallets by their address, in whatever spelling. */
function finder(wallets: ReadonlyMap<string, OwnWallet>) {
  const usual = (network: string, address: string) => {
    try {
      return `${network} ${accountOf(network as Network, address)}`
    } catch {
      return `${network} ${address}`
    }
  }
  const byAddress = new Map(
    [...wallets.values()].map(({ id, network, address }) => [usual(network, address), id]),
  )
  return (network: Network, address: string) => byAddress.get(usual(network, address))
}

/** From the first to the last transaction of each wallet in the file. */
function spansOf(lines: readonly FoundLine[], wallets: ReadonlyMap<string, OwnWallet>) {
  return [...Map.groupBy(lines, ({ wallet_id }) => wallet_id)].flatMap(([walletId, of]) => {
    const wallet = wallets.get(walletId)
    const times = of.map(({ at }) => at).sort()
    const [first, last] = [times[0], times.at(-1)]
    return wallet && first && last
      ? [{ walletId, createdAt: wallet.createdAt, from: new Date(first), until: new Date(last) }]
      : []
  })
}
