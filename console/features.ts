import { account } from './account/feature.ts'
import { addressBook } from './address-book/feature.ts'
import { administrators } from './administrators/feature.ts'
import { audit } from './audit/feature.ts'
import { bookEntries } from './book-entries/feature.ts'
import { books } from './books/feature.ts'
import { close } from './close/feature.ts'
import { comments } from './comments/feature.ts'
import { control } from './control/feature.ts'
import { documents } from './documents/feature.ts'
import { inbox } from './inbox/feature.ts'
import { organizations } from './organizations/feature.ts'
import { overview } from './overview/feature.ts'
import { papers } from './papers/feature.ts'
import { paymentFiles } from './payment-files/feature.ts'
import { people } from './people/feature.ts'
import { plan } from './plan/feature.ts'
import { purchaseRequests } from './purchase-requests/feature.ts'
import { rates } from './rates/feature.ts'
import { register } from './register/feature.ts'
import { reports } from './reports/feature.ts'
import { revaluation } from './revaluation/feature.ts'
import { screening } from './screening/feature.ts'
import type { Feature } from './shared/pages/feature.ts'
import { statements } from './statements/feature.ts'
import { transfers } from './transfers/feature.ts'
import { treasury } from './treasury/feature.ts'
import { views } from './views/feature.ts'
import { wallets } from './wallets/feature.ts'
import { webhooks } from './webhooks/feature.ts'
import { work } from './work/feature.ts'

/** The features of the console, in the order of the menu. A new feature adds one entry. */
export const features: readonly Feature[] = [
  work,
  overview,
  organizations,
  people,
  documents,
  purchaseRequests,
  screening,
  statements,
  paymentFiles,
  books,
  bookEntries,
  rates,
  revaluation,
  treasury,
  plan,
  close,
  papers,
  reports,
  wallets,
  addressBook,
  transfers,
  control,
  audit,
  administrators,
  register,
  webhooks,
  views,
  account,
  comments,
  inbox,
]
