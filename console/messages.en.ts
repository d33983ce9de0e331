import { en as account } from './account/messages.en.ts'
import { en as addressBook } from './address-book/messages.en.ts'
import { en as administrators } from './administrators/messages.en.ts'
import { en as audit } from './audit/messages.en.ts'
import { en as banks } from './banks/messages.en.ts'
import { en as bookEntries } from './book-entries/messages.en.ts'
import { en as books } from './books/messages.en.ts'
import { en as close } from './close/messages.en.ts'
import { en as comments } from './comments/messages.en.ts'
import { en as control } from './control/messages.en.ts'
import { en as documents } from './documents/messages.en.ts'
import { en as signing } from './emergency-stop/messages.en.ts'
import { en as common } from './i18n/messages.en.ts'
import { type Merged, merge, type Nothing, type Untranslated } from './i18n/texts.ts'
import { en as inbox } from './inbox/messages.en.ts'
import { en as organizations } from './organizations/messages.en.ts'
import { en as overview } from './overview/messages.en.ts'
import { en as papers } from './papers/messages.en.ts'
import { en as passkeys } from './passkeys/messages.en.ts'
import { en as paymentFiles } from './payment-files/messages.en.ts'
import { en as people } from './people/messages.en.ts'
import { en as plan } from './plan/messages.en.ts'
import { en as deals } from './purchase-requests/deal-messages.en.ts'
import { en as purchaseRequests } from './purchase-requests/messages.en.ts'
import { en as rates } from './rates/messages.en.ts'
import { en as register } from './register/messages.en.ts'
import { en as reports } from './reports/messages.en.ts'
import { en as revaluation } from './revaluation/messages.en.ts'
import { en as screening } from './screening/messages.en.ts'
import { en as signIn } from './sign-in/messages.en.ts'
import { en as statements } from './statements/messages.en.ts'
import { en as transfers } from './transfers/messages.en.ts'
import { en as treasury } from './treasury/messages.en.ts'
import { en as views } from './views/messages.en.ts'
import { en as wallets } from './wallets/messages.en.ts'
import { en as webhooks } from './webhooks/messages.en.ts'
import { en as work } from './work/messages.en.ts'

/** The texts of each feature. A new feature adds one entry. Its texts in Russian are found by the name of their file. */
const features = [
  common,
  signIn,
  account,
  passkeys,
  overview,
  register,
  reports,
  organizations,
  documents,
  wallets,
  addressBook,
  transfers,
  control,
  purchaseRequests,
  papers,
  signing,
  statements,
  people,
  screening,
  deals,
  books,
  bookEntries,
  banks,
  rates,
  revaluation,
  treasury,
  paymentFiles,
  plan,
  close,
  comments,
  inbox,
  audit,
  administrators,
  webhooks,
  work,
  views,
]

type Texts = (typeof features)[number]

/** Does not compile while a code of the contract has no text; the error names the code. */
export type NothingMissing = Nothing<Untranslated<Texts>>

export type Messages = Merged<Texts>

export const own: Messages = merge(features)
