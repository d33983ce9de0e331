import { addressBook } from './address-book.ts'
import { administrators } from './administrators.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { banks } from './banks.ts'
import { bookEntries } from './book-entries.ts'
import { books } from './books.ts'
import { chainLines } from './chain-lines.ts'
import { close } from './close.ts'
import { comments } from './comments.ts'
import { control } from './control.ts'
import { documents } from './documents.ts'
import { signing } from './emergency-stop.ts'
import type { Feature } from './feature.ts'
import { inbox } from './inbox.ts'
import { organizationPeople } from './organization-people.ts'
import { organizations } from './organizations.ts'
import { papers } from './papers.ts'
import { passkeys } from './passkeys.ts'
import { paymentFiles } from './payment-files.ts'
import { plan } from './plan.ts'
import { purchaseRequests } from './purchase-requests.ts'
import { rates } from './rates.ts'
import { revaluation } from './revaluation.ts'
import { screening } from './screening.ts'
import { service } from './service.ts'
import { setup } from './setup.ts'
import { singleSignOn } from './single-sign-on.ts'
import { statements } from './statements.ts'
import { transfers } from './transfers.ts'
import { treasury } from './treasury.ts'
import { vault } from './vault.ts'
import { views } from './views.ts'
import { wallets } from './wallets.ts'
import { webhooks } from './webhooks.ts'

/** What each feature declares. A new feature adds one entry. */
export const features = [
  service,
  authentication,
  passkeys,
  singleSignOn,
  organizations,
  organizationPeople,
  documents,
  wallets,
  addressBook,
  transfers,
  signing,
  control,
  comments,
  purchaseRequests,
  books,
  bookEntries,
  banks,
  rates,
  revaluation,
  treasury,
  paymentFiles,
  chainLines,
  plan,
  close,
  statements,
  papers,
  screening,
  views,
  administrators,
  webhooks,
  inbox,
  audit,
  vault,
  setup,
] as const satisfies readonly Feature[]

type Features = (typeof features)[number]
type RowsIn<Declared, Table extends keyof Feature> = Declared extends Record<Table, infer Rows> ? Rows : never

/** A union of objects as one object with the properties of all. */
export type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never

/** The rows of all features in a table, such as `events`. */
export function collect<Table extends Exclude<keyof Feature, 'actions' | 'deletions'>>(
  table: Table,
): Merged<RowsIn<Features, Table>> {
  return Object.assign({}, ...features.map((feature: Feature) => feature[table]))
}

export type Action = RowsIn<Features, 'actions'>[number]
/** Audited actions that are no events. */
export const actions = features.flatMap((feature: Feature) => feature.actions ?? []) as Action[]
