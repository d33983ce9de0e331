import type { Insertable, Selectable } from 'kysely'
import type { StoredActorColumn } from '../../platform/stored-actor.ts'

export interface BankTables {
  banks: {
    bik: string
    name: string
    place: string | null
    correspondent_account: string | null
    restrictions: string[]
  }
  bank_registers: {
    id: number
    as_of: string
    sha256: string
    imported_at: Date
    imported_by: StoredActorColumn
  }
}

export type BankRow = BankTables['banks']
export type BankRegisterRow = Omit<Selectable<BankTables['bank_registers']>, 'id'>
export type NewBankRegister = Omit<Insertable<BankTables['bank_registers']>, 'id'>

declare module '../../platform/db/database.ts' {
  interface Tables extends BankTables {}
}
