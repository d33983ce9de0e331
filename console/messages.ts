import { en as account } from './account/messages.en.ts'
import { ru as accountRu } from './account/messages.ru.ts'
import { en as administrators } from './administrators/messages.en.ts'
import { ru as administratorsRu } from './administrators/messages.ru.ts'
import { en as audit } from './audit/messages.en.ts'
import { ru as auditRu } from './audit/messages.ru.ts'
import { en as books } from './books/messages.en.ts'
import { ru as booksRu } from './books/messages.ru.ts'
import { en as control } from './control/messages.en.ts'
import { ru as controlRu } from './control/messages.ru.ts'
import { en as documents } from './documents/messages.en.ts'
import { ru as documentsRu } from './documents/messages.ru.ts'
import { en as common } from './i18n/common.en.ts'
import { ru as commonRu } from './i18n/common.ru.ts'
import { type Merged, merge, type Nothing, texts, type Untranslated } from './i18n/texts.ts'
import { en as organizations } from './organizations/messages.en.ts'
import { ru as organizationsRu } from './organizations/messages.ru.ts'
import { en as overview } from './overview/messages.en.ts'
import { ru as overviewRu } from './overview/messages.ru.ts'
import { en as papers } from './papers/messages.en.ts'
import { ru as papersRu } from './papers/messages.ru.ts'
import { en as passkeys } from './passkeys/messages.en.ts'
import { ru as passkeysRu } from './passkeys/messages.ru.ts'
import { en as people } from './people/messages.en.ts'
import { ru as peopleRu } from './people/messages.ru.ts'
import { en as deals } from './purchase-requests/deal-messages.en.ts'
import { ru as dealsRu } from './purchase-requests/deal-messages.ru.ts'
import { en as purchaseRequests } from './purchase-requests/messages.en.ts'
import { ru as purchaseRequestsRu } from './purchase-requests/messages.ru.ts'
import { en as screening } from './screening/messages.en.ts'
import { ru as screeningRu } from './screening/messages.ru.ts'
import { en as signIn } from './sign-in/messages.en.ts'
import { ru as signInRu } from './sign-in/messages.ru.ts'
import { en as statements } from './statements/messages.en.ts'
import { ru as statementsRu } from './statements/messages.ru.ts'
import { en as wallets } from './wallets/messages.en.ts'
import { ru as walletsRu } from './wallets/messages.ru.ts'
import { en as webhooks } from './webhooks/messages.en.ts'
import { ru as webhooksRu } from './webhooks/messages.ru.ts'

/** The texts of each feature. A new feature adds one entry. */
const features = [
  texts(common, commonRu),
  texts(signIn, signInRu),
  texts(account, accountRu),
  texts(passkeys, passkeysRu),
  texts(overview, overviewRu),
  texts(organizations, organizationsRu),
  texts(people, peopleRu),
  texts(documents, documentsRu),
  texts(wallets, walletsRu),
  texts(control, controlRu),
  texts(purchaseRequests, purchaseRequestsRu),
  texts(papers, papersRu),
  texts(statements, statementsRu),
  texts(screening, screeningRu),
  texts(deals, dealsRu),
  texts(books, booksRu),
  texts(audit, auditRu),
  texts(administrators, administratorsRu),
  texts(webhooks, webhooksRu),
]

type Texts = (typeof features)[number]['en']

/** Does not compile while a code of the contract has no text; the error names the code. */
export type NothingMissing = Nothing<Untranslated<Texts>>

export type Messages = Merged<Texts>

export const english: Messages = merge(features.map(({ en }) => en))
export const russian: Messages = merge(features.map(({ ru }) => ru))
