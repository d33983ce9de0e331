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
    imported_by: string
  }
}

export type BankRow = BankTables['banks']
export type BankRegisterRow = Omit<BankTables['bank_registers'], 'id'>

declare module '../../platform/db/database.ts' {
  interface Tables extends BankTables {}
}
