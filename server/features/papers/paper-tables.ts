import type { Generated, Selectable } from 'kysely'
import type {
  DeskBankAccount,
  DeskSignatory,
  DeskVat,
  FuelWallet,
} from '../../../contract/organizations/desk-companies.ts'
import type { PaperKind, PaperLanguage } from '../../../contract/purchase-requests/papers.ts'
import type { StoredContent } from './printing/stored-content.ts'

export interface PaperTables {
  desk_companies: {
    id: string
    inn: string
    kpp: string | null
    ogrn: string
    full_name: string
    short_name: string
    legal_address: string
    latin_name: string | null
    latin_address: string | null
    vat: DeskVat | null
    director: DeskSignatory
    accountant: string | null
    bank_accounts: DeskBankAccount[]
    fuel_wallets: FuelWallet[]
    active: boolean
    version: number
    created_at: Date
    updated_at: Date
  }
  client_contracts: { organization_id: string; number: string; signed_on: string; updated_at: Date }
  paper_numbers: { company_id: string; kind: PaperKind; year: number; last: number; issued_at: Date }
  papers: {
    id: string
    request_id: string
    organization_id: string
    company_id: string
    kind: PaperKind
    number: string
    language: PaperLanguage
    content: StoredContent
    issued_at: Date
    issued_by: string
    voided_at: Date | null
    voided_by: string | null
    void_reason: string | null
    render_at: Date | null
    render_attempts: number
    repeats: Generated<boolean>
  }
  paper_files: {
    id: string
    paper_id: string
    organization_id: string
    size: number
    sha256: Buffer
    content_key: Buffer
    store: string
    rendered_at: Date
  }
}

export type DeskCompanyRow = Selectable<PaperTables['desk_companies']>
export type ContractRow = Selectable<PaperTables['client_contracts']>
export type PaperRow = Selectable<PaperTables['papers']>
export type PaperFile = Selectable<PaperTables['paper_files']>

declare module '../../platform/db/database.ts' {
  interface Tables extends PaperTables {}
}
