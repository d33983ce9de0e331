import type { ColumnType, Selectable } from 'kysely'
import type { PaymentOrder, PaymentReceiver } from '../../../contract/books/payment-files.ts'

export interface PaymentFileTables {
  payment_files: {
    id: string
    company_id: string
    account: string
    day: string
    amount: string
    orders_count: number
    content: Buffer
    sha256: Buffer
    made_at: Date
    made_by: string
    made_by_name: string
    voided_at: Date | null
    voided_by: string | null
    voided_by_name: string | null
    void_reason: string | null
    proof: Buffer | null
    proof_revision: number
  }
  payment_orders: {
    id: string
    file_id: string
    position: number
    account: string
    day: string
    number: number
    refund_id: string
    request_id: string | null
    credit_id: string | null
    organization_id: string
    amount: string
    receiver: ColumnType<PaymentReceiver, string, never>
    purpose: string
    released: PaymentOrder['released']
  }
}

export type PaymentFileRow = Selectable<PaymentFileTables['payment_files']>
export type PaymentOrderRow = Selectable<PaymentFileTables['payment_orders']>

declare module '../../platform/db/database.ts' {
  interface Tables extends PaymentFileTables {}
}
