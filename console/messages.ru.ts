import { ru as account } from './account/messages.ru.ts'
import { ru as addressBook } from './address-book/messages.ru.ts'
import { ru as administrators } from './administrators/messages.ru.ts'
import { ru as audit } from './audit/messages.ru.ts'
import { ru as books } from './books/messages.ru.ts'
import { ru as comments } from './comments/messages.ru.ts'
import { ru as control } from './control/messages.ru.ts'
import { ru as documents } from './documents/messages.ru.ts'
import { ru as common } from './i18n/common.ru.ts'
import { merge } from './i18n/texts.ts'
import { ru as inbox } from './inbox/messages.ru.ts'
import type { Messages } from './messages.en.ts'
import { ru as organizations } from './organizations/messages.ru.ts'
import { ru as overview } from './overview/messages.ru.ts'
import { ru as papers } from './papers/messages.ru.ts'
import { ru as passkeys } from './passkeys/messages.ru.ts'
import { ru as people } from './people/messages.ru.ts'
import { ru as deals } from './purchase-requests/deal-messages.ru.ts'
import { ru as purchaseRequests } from './purchase-requests/messages.ru.ts'
import { ru as reports } from './reports/messages.ru.ts'
import { ru as screening } from './screening/messages.ru.ts'
import { ru as signIn } from './sign-in/messages.ru.ts'
import { ru as signing } from './signing/messages.ru.ts'
import { ru as statements } from './statements/messages.ru.ts'
import { ru as transfers } from './transfers/messages.ru.ts'
import { ru as views } from './views/messages.ru.ts'
import { ru as wallets } from './wallets/messages.ru.ts'
import { ru as webhooks } from './webhooks/messages.ru.ts'
import { ru as work } from './work/messages.ru.ts'

export const own: Messages = merge([
  common,
  signIn,
  account,
  passkeys,
  overview,
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
  comments,
  inbox,
  audit,
  administrators,
  webhooks,
  work,
  views,
])
