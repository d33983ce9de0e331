import { hash } from 'node:crypto'
import {
  type BankRegisterResponse,
  type BankResponse,
  type BanksImportResponse,
  leastShareOfBanks,
} from '../../../contract/books/banks.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { actorText } from '../../platform/stored-actor.ts'
import { countBanks, findBank, findRegister, holdBanks, replaceBanks, writeRegister } from './bank-store.ts'
import { readRegister } from './read-register.ts'
import { refused } from './refused.ts'

export type BankService = ReturnType<typeof createBankService>

export function createBankService({ db: pool, now }: { db: Db; now: () => Date }) {
  async function read(db: Db): Promise<BankRegisterResponse> {
    const [register, banks] = [await findRegister(db), await countBanks(db)]
    return {
      as_of: register?.as_of ?? null,
      banks,
      imported_at: register?.imported_at.toISOString() ?? null,
      imported_by: register?.imported_by ?? null,
    }
  }

  return {
    register: () => read(pool),

    async find(bik: string): Promise<BankResponse> {
      const as_of = (await findRegister(pool))?.as_of ?? null
      const bank = /^\d{9}$/.test(bik) ? await findBank(pool, bik) : undefined
      if (as_of !== null && bank) return { ...bank, as_of }
      const detail =
        as_of === null
          ? 'The register of banks was not imported.'
          : `The register of banks of ${as_of} has no such BIK.`
      throw new Failure('not_found', 'bank_not_found', detail, { as_of })
    },

    /** Imports the file as a whole or not at all. Throws BanksRefused for what is wrong with the file. */
    async import(content: Buffer, actor: Actor): Promise<BanksImportResponse> {
      const { day, banks } = readRegister(content)
      const sha256 = hash('sha256', content, 'hex')
      return pool.transaction().execute(async (db) => {
        await holdBanks(db)
        const before = await findRegister(db)
        const known = await countBanks(db)
        if (before?.sha256 === sha256) return { register: await read(db), added: 0, changed: 0, removed: 0 }
        if (before && day < before.as_of) throw refused('banks_older', { day, known: before.as_of })
        if (banks.length < known * leastShareOfBanks)
          throw refused('banks_few', { count: banks.length, known })
        const counts = await replaceBanks(db, banks)
        const at = now()
        await writeRegister(db, { as_of: day, sha256, imported_at: at, imported_by: actorText(actor) })
        recordChange(db, actor, {
          action: 'bank_register.imported',
          object: { type: 'bank_register', id: day },
          details: { sha256, banks: banks.length, ...counts },
          at,
        })
        return { register: await read(db), ...counts }
      })
    },
  }
}
