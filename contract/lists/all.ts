import { acquisitionList } from './acquisitions.ts'
import { addressList } from './addresses.ts'
import { administratorList } from './administrators.ts'
import { announcedLineList } from './announced-lines.ts'
import { approvalList } from './approvals.ts'
import { auditEventList } from './audit-events.ts'
import { entryList } from './book-entries.ts'
import { chainLineList } from './chain-lines.ts'
import { creditList } from './credits.ts'
import { documentList } from './documents.ts'
import { hitList } from './hits.ts'
import type { List } from './list.ts'
import { organizationList } from './organizations.ts'
import { paymentFileList } from './payment-files.ts'
import { paymentList } from './payments.ts'
import { purchaseRequestList } from './purchase-requests.ts'
import { rateList } from './rates.ts'
import { statementLineList } from './statement-lines.ts'
import { transferBatchList } from './transfer-batches.ts'
import { transferList } from './transfers.ts'
import { walletList } from './wallets.ts'
import { webhookDeliveryList } from './webhook-deliveries.ts'

/** All lists that can be filtered, saved as views and taken as files. A new list adds one line. */
const declared = [
  organizationList,
  purchaseRequestList,
  documentList,
  paymentList,
  transferList,
  transferBatchList,
  creditList,
  statementLineList,
  announcedLineList,
  paymentFileList,
  entryList,
  rateList,
  acquisitionList,
  chainLineList,
  addressList,
  approvalList,
  administratorList,
  hitList,
  auditEventList,
  walletList,
  webhookDeliveryList,
] as const

export type ListName = (typeof declared)[number]['name']
export const lists: readonly List<ListName>[] = declared
export const listNames: readonly ListName[] = declared.map(({ name }) => name)

export function listNamed(name: ListName): List<ListName> {
  return findList(name) as List<ListName>
}

export function findList(name: unknown): List<ListName> | undefined {
  return lists.find((list) => list.name === name)
}
