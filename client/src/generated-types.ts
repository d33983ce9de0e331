// Made from the contract by scripts/generate-client.ts. Do not edit.

/** That a foreign payer, or one who is not known, is accepted. */
export type AcceptPayerBody = {
  /** Why the money of this payer is accepted */
  reason: string
}

/** Coins that were bought. */
export type AcquisitionData = {
  /** The id of the acquisition */
  id: string
  /** The day */
  day: string
  /** The asset */
  asset: string
  /** The amount of the asset */
  amount: string
}

/** A page of a list. */
export type AcquisitionListResponse = {
  /** The objects on this page */
  items: AcquisitionResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Coins that a company of the desk has bought. */
export type AcquisitionResponse = {
  /** The id of the acquisition */
  id: string
  /** The company of the desk that bought the coins */
  company_id: string
  /** The name of the company */
  company_name: string
  /** The asset */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The network on which it came */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The wallet of the own organization of the company that it came to */
  wallet_id: string
  /** The address of the wallet */
  wallet_address: string
  /** How much of the asset came */
  amount: string
  /** What the coins cost */
  cost: {
    /** The currency (ISO 4217) */
    currency: string
    /** What was agreed for it, without the fee */
    amount: string
  }
  /** What the counterparty takes besides, in the same currency. It is a part of the cost */
  fee: string
  /** What is still owed for it: cost and fee, less lines of statements that are posted as payments for it. Zero once it is reversed */
  owed: string
  /** The lines of statements that are posted as payments for it, oldest first */
  payments: {
    /** The line of a bank statement */
    statement_line_id: string
    /** The day on which the bank booked it */
    day: string
    /** Its amount, in the currency of the cost */
    amount: string
  }[]
  /** The day in the books */
  day: string
  /** When the coins came */
  acquired_at: string
  /** Who sold the coins */
  counterparty: {
    /** Who sold them */
    name: string
    /** The organization that sold them; null if it is a text */
    organization_id: string | null
  }
  /** What the purchase is called in the papers: a company has each reference once */
  reference: string
  /** The transaction that brought the coins; null if it was not named */
  tx_hash: string | null
  /** When it was typed */
  recorded_at: string
  /** Who recorded it */
  recorded_by: {
    /** Who recorded it: the id of an administrator or API key, or a name */
    id: string
    /** Their name, as it was then */
    name: string
  }
  /** Its reversal; null while it holds */
  reversal: {
    /** The day in the books */
    day: string
    /** When */
    at: string
    /** Who reversed it */
    by: {
      /** Who reversed it: the id of an administrator or API key, or a name */
      id: string
      /** Their name, as it was then */
      name: string
    }
    /** Why */
    reason: string
  } | null
}

/** Who did something. */
export type Actor = {
  /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
  kind: string
  /** The id of the administrator or API key */
  id: string | null
  /** The name at that time */
  name: string
}

/** An address that coins may be sent to. */
export type AddAddressBody = {
  /** The network of the address */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address */
  address: string
  /** What people call it */
  label: string
  /** Whose address it is */
  owner: string
  /** By which the recipient knows whose coins they are, such as an exchange: on ton the comment of the payment. Up to 120 visible characters of ASCII; other networks have none */
  memo?: string | undefined
  /** The signature of its owner; without it, it is `declared` */
  proof?: AddressProof | undefined
  /** It was compared in full (`address_looks_alike`). Those who approve see with what */
  compared_in_full?: boolean | undefined
}

/** A new passkey. */
export type AddPasskeyRequest = {
  /** A name by which you recognize it */
  name: string
  /** The new passkey */
  credential: PasskeyRegistration
  /** The signature of one of your passkeys; required unless this is the first */
  signature?: PasskeyAssertion | undefined
}

/** An address whose owner will sign a message. */
export type AddressChallengeBody = {
  /** The network of the address */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address */
  address: string
}

/** A message for the owner of an address. */
export type AddressChallengeResponse = {
  /** The message to sign with the key of the address, exactly as it is. It names this installation, the organization, the address and a number that is used once. */
  message: string
  /** Until when a signature over it is accepted: one hour, once */
  expires_at: string
}

/** An entry of the address book. */
export type AddressData = {
  /** The network */
  network: string
  /** The address */
  address: string
  /** How it is known whose it is */
  ownership: string
  /** The memo of payments to it, if it has one */
  memo?: string | undefined
}

/** The signature of the owner of an address. */
export type AddressProof = {
  /** The message of the challenge */
  message: string
  /** BIP-322 in Base64 (bitcoin), EIP-191 in hexadecimal (ethereum), ed25519 in Base64, Base58 or hexadecimal (solana, ton) */
  signature: string
  /** The public key in hexadecimal; needed for ton, whose addresses do not contain it */
  public_key?: string | undefined
}

/** Who signs in, and the proof of it. */
export type AdminLoginRequest = {
  /** The e-mail address of the account. Case, and spaces around it, do not matter. */
  email: string
  /** The password of the account */
  password: string
  /** One-time code or recovery code; required if one-time codes are enabled */
  otp?: string | null | undefined
}

/** Tokens of a new session. The response also sets the refresh cookie. */
export type AdminLoginResponse = {
  /** Send it as `Authorization: Bearer …` */
  access_token: string
  /** Gets the next pair of tokens, once. Keep it secret. */
  refresh_token: string
  /** Always `bearer` */
  token_type: 'bearer'
  /** For how many seconds the access token is valid */
  expires_in: number
  /** The administrator who has signed in */
  admin: AdminMeResponse
}

/** The administrator who sent the request. */
export type AdminMeResponse = {
  /** The id of the administrator */
  id: string
  /** The e-mail address, which is the name of the account */
  email: string
  /** The name that others see */
  name: string
  /** The role, which decides about the permissions */
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  /** What the role allows */
  permissions: ('organizations:read' | 'organizations:write' | 'organizations:decide_kyb' | 'organizations:correct_register' | 'documents:read' | 'documents:write' | 'documents:review' | 'wallets:read' | 'wallets:create' | 'secrets:read' | 'addresses:add' | 'transfers:manage' | 'approvals:read' | 'policy:change' | 'requests:read' | 'requests:approve' | 'requests:write' | 'requests:process' | 'payments:write' | 'books:post' | 'rates:set' | 'treasury:acquire' | 'books:close' | 'desk:manage' | 'administrators:manage' | 'api_keys:manage' | 'webhooks:manage' | 'audit:read')[]
  /** Whether signing in needs a one-time code */
  otp_enabled: boolean
  /** How many passkeys the account has */
  passkeys: number
  /** Whether the role needs a second factor and the account has none: until one is added, only that is allowed */
  second_factor_required: boolean
  /** `oidc`: the identity provider decides about the role and how to sign in; null: an account of this service */
  managed_by: 'oidc' | null
  /** The session of this request */
  session: {
    /** The id of the session */
    id: string
    /** When the administrator signed in */
    created_at: string
    /** When the session ends, unless it ends earlier */
    expires_at: string
    /** When the administrator last proved who they are */
    auth_time: string
  }
  /** When the account was created */
  created_at: string
  /** When the administrator last signed in */
  last_login_at: string | null
  /** The time zone of the installation, in which days of the books begin and end */
  time_zone: string
}

/** A refresh token, to be replaced. */
export type AdminRefreshRequest = {
  /** The refresh token of the last sign-in or refresh */
  refresh_token: string
}

/** The next pair of tokens of a session. */
export type AdminRefreshResponse = {
  /** Send it as `Authorization: Bearer …` */
  access_token: string
  /** Gets the next pair of tokens, once. Keep it secret. */
  refresh_token: string
  /** Always `bearer` */
  token_type: 'bearer'
  /** For how many seconds the access token is valid */
  expires_in: number
}

/** A person who can sign in. */
export type AdministratorData = {
  /** The id of the administrator */
  id: string
  /** The e-mail address, which is the name of the account */
  email: string
  /** The name that others see */
  name: string
  /** The role, which decides about the permissions */
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  /** Whether the administrator can sign in */
  status: 'active' | 'disabled'
  /** `restore`: the account lost its credentials when a backup was restored. Enable it, then reset it for a new link. */
  disabled_because: 'restore' | null
  /** Whether signing in needs a one-time code */
  otp_enabled: boolean
  /** How many passkeys the account has */
  passkeys: number
  /** `oidc`: the identity provider decides about the role and how to sign in; null: an account of this service */
  managed_by: 'oidc' | null
  /** When the administrator last signed in */
  last_login_at: string | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the account was created */
  created_at: string
  /** The name of who created the account */
  created_by: string
  /** When the account was last changed */
  updated_at: string
}

/** A page of a list. */
export type AdministratorListResponse = {
  /** The objects on this page */
  items: AdministratorResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** What all administrators may know about each other. */
export type AdministratorName = {
  /** The id of the administrator */
  id: string
  /** The name that others see */
  name: string
  /** The role, which decides about the permissions */
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  /** Whether the administrator can sign in */
  status: 'active' | 'disabled'
}

/** A page of a list. */
export type AdministratorNameListResponse = {
  /** The objects on this page */
  items: AdministratorName[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A person who can sign in. */
export type AdministratorResponse = {
  /** The id of the administrator */
  id: string
  /** The e-mail address, which is the name of the account */
  email: string
  /** The name that others see */
  name: string
  /** The role, which decides about the permissions */
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
  /** Whether the administrator can sign in */
  status: 'active' | 'disabled'
  /** `restore`: the account lost its credentials when a backup was restored. Enable it, then reset it for a new link. */
  disabled_because: 'restore' | null
  /** Whether signing in needs a one-time code */
  otp_enabled: boolean
  /** How many passkeys the account has */
  passkeys: number
  /** `oidc`: the identity provider decides about the role and how to sign in; null: an account of this service */
  managed_by: 'oidc' | null
  /** Whether the account counts as a person of its own */
  independence: {
    /** Whether the account counts as a person of its own, where a rule asks for two */
    independent: boolean
    /** What was done to the account and nobody independent has confirmed yet */
    because: {
      /** What was done to the account */
      act: 'created' | 'promoted' | 'enabled' | 'reset'
      /** Who did it */
      by: {
        /** The id of the administrator */
        id: string
        /** The name of the administrator */
        name: string
      }
      /** When */
      at: string
    }[]
    /** The people whom the account counts as until then */
    counts_as: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
    }[]
    /** `founding`: the people of today can declare themselves independent; `link`: the person sets the password with both halves of the link; `confirm`: somebody runs the command on the machine; null if it is independent */
    way_out: 'founding' | 'confirm' | 'link' | null
    /** The command of `confirm`; null if it is independent */
    command: string | null
  }
  /** When the administrator last signed in */
  last_login_at: string | null
  /** Until when the link works with which the person sets a password, also if that is over; null if they have one */
  link_expires_at: string | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the account was created */
  created_at: string
  /** The name of who created the account */
  created_by: string
  /** When the account was last changed */
  updated_at: string
}

/** An administrator who cannot sign in before they have used the link. */
export type AdministratorWithLink = {
  /** The administrator */
  administrator: AdministratorResponse
  /** With this link the person sets their own password, once. It is shown only now: pass it on in a safe way. Null if it was mailed to the person. */
  link: string | null
  /** When the link ends: 24 hours after it was made */
  expires_at: string
  /** If others had to approve, the link is one half: each of these people was given another half, and the person needs one of them too. Empty if the link is whole. */
  half_from: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
  }[]
  /** Whether the half was mailed to the person, so that who asked does not see it */
  mailed: boolean
}

/** Money of a credit becomes a payment of a purchase request. */
export type AllocateCreditBody = {
  /** A purchase request of the same organization and currency */
  request_id: string
  /** The amount */
  amount: string
}

/** A page of a list. */
export type AnnouncedLineListResponse = {
  /** The objects on this page */
  items: AnnouncedLineResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Money that a bank has announced (MT942, camt.054) and that no payment is made of. */
export type AnnouncedLineResponse = {
  /** The id of the announced line */
  id: string
  /** The import that announced it first */
  statement_id: string
  /** Whether it is still only announced, a statement has booked it, or statements of later days came without it */
  status: 'announced' | 'booked' | 'not_booked'
  /** The line of a statement that has booked it */
  line_id: string | null
  /** The own account */
  account: string
  /** The day that the bank gives */
  booked_on: string
  /** To the own account, or from it */
  direction: 'incoming' | 'outgoing'
  /** The number of the payment order; may be empty */
  document_number: string
  /** The amount */
  amount: string
  /** The currency of the own account (ISO 4217) */
  currency: string
  /** Who pays */
  payer: {
    /** The name */
    name: string | null
    /** The tax number (INN) */
    inn: string | null
    /** The account */
    account: string | null
    /** The BIC of the bank: nine digits (Russia), or that of SWIFT */
    bic: string | null
  }
  /** Who receives */
  receiver: {
    /** The name */
    name: string | null
    /** The tax number (INN) */
    inn: string | null
    /** The account */
    account: string | null
    /** The BIC of the bank: nine digits (Russia), or that of SWIFT */
    bic: string | null
  }
  /** The purpose of the payment */
  purpose: string
  /** Requests that the money may be for; only of incoming lines that are announced. Nothing is matched before it is booked. */
  suggestions: {
    /** The purchase request */
    request_id: string
    /** Its number */
    number: string
    /** Its status */
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** Its organization */
    organization_id: string
    /** The short name of the organization */
    organization_name: string | null
    /** How much of the line to match with it */
    amount: string
    /** The payment that was entered by hand and is the same: matching links it and adds nothing */
    payment_id: string | null
    /** How well it fits, from 1 to 100 */
    score: number
    /** The purpose names the request or its invoice, its organization pays, in its currency, exactly what is missing or what was entered by hand, and no other request comes near; of an outgoing line: it has the amount, the account and the number of one recorded refund. A person only has to confirm it */
    is_certain: boolean
    /** Why, the strongest first, and what speaks against it */
    reasons: ('invoice_number' | 'number' | 'short_number' | 'payer_inn' | 'missing_amount' | 'total_amount' | 'entered_by_hand' | 'refund' | 'refund_account' | 'refund_number' | 'foreign_payer' | 'takes_no_money' | 'other_currency')[]
  }[]
  /** When it was first imported */
  announced_at: string
}

/** A page of a list. */
export type ApiKeyListResponse = {
  /** The objects on this page */
  items: ApiKeyResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A key for a program. The key itself is shown only when it is created. */
export type ApiKeyResponse = {
  /** The id of the API key */
  id: string
  /** What the key is used for */
  name: string
  /** The first characters of the key */
  hint: string
  /** What the key may be used for */
  scopes: ('organizations:read' | 'organizations:write' | 'documents:read' | 'documents:write' | 'requests:read' | 'requests:write' | 'payments:write' | 'wallets:write' | 'addresses:write' | 'kyb:write' | 'webhooks:write' | 'approvals:read' | 'audit:read')[]
  /** When the key was created */
  created_at: string
  /** The id of the administrator who created the key */
  created_by: string
  /** When the key was last used */
  last_used_at: string | null
  /** When the key was revoked; null if it was not */
  revoked_at: string | null
  /** When the key ends */
  expires_at: string
  /** The networks from which the key is accepted; null if it is accepted from everywhere */
  networks: string[] | null
  /** Whether the key is refused for the time being, see `suspended_because` */
  suspended: boolean
  /** `maker_disabled`: the administrator who created it is disabled. `restore`: it may have been revoked after the backup that was restored; an owner can resume it. */
  suspended_because: 'maker_disabled' | 'restore' | null
}

/** What events tell of an approval. */
export type ApprovalData = {
  /** The act that is asked for */
  act: string
  /** Who asked */
  asked_by: string
}

/** A page of a list. */
export type ApprovalListResponse = {
  /** The objects on this page */
  items: ApprovalResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** An act that other people must approve. */
export type ApprovalResponse = {
  /** The id of the approval */
  id: string
  /** What somebody wants to do */
  act: 'organization.decide_kyb' | 'document.review' | 'wallet.reveal' | 'wallet.replace' | 'address.add' | 'transfer.sign' | 'transfer.release' | 'transfer.confirm' | 'signing.start' | 'policy.change' | 'request.approve' | 'payment.record' | 'credit.allocate' | 'request.complete' | 'request.accept_deviation' | 'payment.reverse' | 'request.refund' | 'refund.reverse' | 'delivery.reverse' | 'books.post' | 'rates.set' | 'books.revalue' | 'treasury.acquire' | 'refund.order' | 'books.close' | 'books.reopen' | 'statement.import' | 'screening.decide' | 'screening.import' | 'administrator.create' | 'administrator.change_role' | 'administrator.enable' | 'administrator.disable' | 'administrator.reset' | 'api_key.create' | 'webhook.save'
  /** What it is to be done to */
  subject: {
    /** The type of the object */
    type: string
    /** The id of the object; null if it does not exist yet */
    id: string | null
    /** The version of the object, if it has one */
    version: number | null
    /** The organization that the object belongs to */
    organization_id: string | null
  }
  /** What is voted on. If it differs when the act is done, the approval is `stale`. */
  content: Record<string, unknown>
  /** SHA-256 of act, subject and content; votes are on this hash */
  content_hash: string
  /** What became of it */
  status: 'waiting' | 'approved' | 'refused' | 'expired' | 'used' | 'withdrawn' | 'stale'
  /** Who wants to do it; of an API key, who made it */
  asked_by: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
  }
  /** The API key with which it was asked for; null if a person asked */
  api_key: {
    /** The id of the API key */
    id: string
    /** The name of the API key */
    name: string
  } | null
  /** When it was asked for */
  asked_at: string
  /** The reason that was given */
  reason: string | null
  /** How many people must approve */
  needed: number
  /** The roles of those who may approve */
  from: string[]
  /** The votes, oldest first */
  votes: {
    /** Who voted */
    by: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
    }
    /** The decision */
    decision: 'approve' | 'refuse'
    /** The reason that was given */
    reason: string | null
    /** When it was given */
    at: string
    /** Whether it was signed with a passkey */
    signed: boolean
    /** Whether it counts now: the voter may have been disabled, demoted or reset since */
    counts: boolean
  }[]
  /** How many people could approve this now; accounts that lead back to one person count once */
  eligible: number
  /** While it waits: people of these roles whose vote would not count now, and why */
  not_eligible: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
    /** Why their vote does not count */
    because: 'asker' | 'api_key' | 'disabled' | 'role' | 'too_new' | 'lineage'
    /** With `lineage`: the people to whom this account and that of who asked, or of another voter, lead back */
    counts_as: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
    }[]
    /** With `too_new`: until when */
    until: string | null
    /** With `lineage`: what somebody on the machine runs if the accounts belong to different people; only owners see it */
    commands: string[]
  }[]
  /** While it waits and too few can decide: `confirm` accounts on the machine, `wait` until somebody is no longer too new, or `create` an administrator; null otherwise */
  way_out: 'founding' | 'confirm' | 'link' | 'wait' | 'create' | null
  /** Until when it waits for votes; once approved, until when the act can be done */
  expires_at: string
  /** Whether the caller may vote now */
  may_vote: boolean
  /** Why the caller may not vote; null if they may or if it is closed */
  not_eligible_because: 'asker' | 'api_key' | 'disabled' | 'role' | 'too_new' | 'lineage' | null
  /** What a passkey signs to vote: SHA-256 of `kontor vote 1`, id, content hash and decision, each on a line */
  challenges: {
    /** The challenge of an approving vote, in Base64url */
    approve: string
    /** The challenge of a refusing vote, in Base64url */
    refuse: string
  }
}

/** A new assignee. */
export type AssignPurchaseRequestBody = {
  /** The administrator who takes care of the request; null: nobody */
  assignee_id: string | null
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** A page of a list. */
export type AuditEventListResponse = {
  /** The objects on this page */
  items: AuditEventResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A row of the audit log. */
export type AuditEventResponse = {
  /** Row number in the chain: 1, 2, 3 … without gaps */
  seq: number
  /** When it happened */
  at: string
  /** Who did it */
  actor: {
    /** What sort of actor: `administrator`, `api_key`, `service`, `cli` or `anonymous` */
    kind: string
    /** The id of the administrator or API key */
    id: string | null
    /** The name at that time */
    name: string
  }
  /** The session in which it was done */
  session_id: string | null
  /** The network address of the caller */
  address: string | null
  /** The id of the request in the log */
  request_id: string | null
  /** What was done */
  action: string
  /** What it was done to */
  object: {
    /** The type of the object */
    type: string
    /** The id of the object */
    id: string
  } | null
  /** The organization that the object belongs to */
  organization_id: string | null
  /** Whether it was done, denied, or failed */
  outcome: 'success' | 'denied' | 'failure'
  /** Details of the action */
  details: Record<string, unknown>
  /** The changed fields before and after a change of an organization */
  values: {
    /** Whether the values can be shown: `withheld` from callers who may not read the object, `erased` on request, `sealed` while the vault is, `unreadable` if damaged */
    status: 'available' | 'withheld' | 'erased' | 'sealed' | 'unreadable'
    /** The fields before the change */
    before: Record<string, unknown> | null
    /** The fields after the change */
    after: Record<string, unknown> | null
  } | null
  /** The hash of the row before */
  previous_hash: string
  /** SHA-256, in hex, of this row and the previous hash */
  hash: string
}

/** The result of a check of the audit log. */
export type AuditVerificationResponse = {
  /** Whether everything that was checked is as it was written */
  ok: boolean
  /** The first row that was checked */
  from_seq: number
  /** The last row that was checked */
  to_seq: number
  /** The first problem that was found */
  problem: {
    /** The row at which the chain breaks */
    seq: number
    /** What is wrong, in one sentence */
    message: string
  } | null
  /** The signed checkpoints of the responding node */
  checkpoints: {
    /** Number of signed checkpoints that were checked */
    checked: number
    /** A truncation or rewrite after this row could not be detected */
    last_seq: number
    /** Fingerprint of the key that signs checkpoints */
    key: string | null
    /** The last signed row that the vault remembers; null while the vault is sealed */
    signed_seq: number | null
    /** Number of checkpoints that were signed long after their rows */
    late: number
  }
  /** The last verification of the whole log and of what the tables say of it, which the service does every day; null if there is none */
  whole: {
    /** When it ended */
    at: string
    /** Whether nothing was wrong */
    ok: boolean
    /** The row up to which the chain was right */
    rows: number
    /** How many checkpoints of all places were compared */
    checkpoints: number
    /** What was wrong, a sentence each; at most 100 */
    problems: string[]
  } | null
  /** Why `whole` is null: there was `never` a verification, or `vault_sealed`: nothing is verified while the vault is sealed */
  whole_missing: 'never' | 'vault_sealed' | null
}

/** The end of sessions, told by the provider. */
export type BackchannelLogoutRequest = {
  /** The logout token: a JWT that the provider has signed */
  logout_token: string
}

/** A page of a list. */
export type BalanceListResponse = {
  /** The objects on this page */
  items: BalanceResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** What the desk owes an organization in one currency or asset. */
export type BalanceResponse = {
  /** The organization */
  organization_id: string
  /** The organization, as people know it */
  organization: {
    /** The tax number (INN); null for foreign companies */
    inn: string | null
    /** The short name */
    short_name: string | null
  }
  /** A currency (ISO 4217) or an asset */
  commodity: string
  /** What the desk owes the organization, as a decimal number; negative if the organization owes */
  balance: string
}

/** The own bank accounts that a statement was imported of, or that something was posted on: one item for each currency that an account holds. */
export type BankAccountListResponse = {
  /** The accounts */
  items: {
    /** The own bank account */
    account: string
    /** Its currency */
    currency: string
    /** The last day that a statement covers */
    last_statement_day: string | null
    /** The balance by the books, of all days */
    book_balance: string
    /** What the books have on it in currencies that it does not hold; named once for an account */
    other_balances: {
      /** A currency */
      commodity: string
      /** The balance by the books, of all days */
      balance: string
    }[]
  }[]
}

/** What the register of banks contains. */
export type BankRegisterResponse = {
  /** The day of the register; null if none was imported */
  as_of: string | null
  /** How many banks it has */
  banks: number
  /** When it was imported; null if none was */
  imported_at: string | null
  /** Who imported it; null if none was */
  imported_by: {
    /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
    kind: string
    /** The id of the administrator or API key */
    id: string | null
    /** The name at that time */
    name: string
  } | null
}

/** A bank in the register of the Bank of Russia. */
export type BankResponse = {
  /** The code of the bank (BIK) */
  bik: string
  /** The name of the bank, as the register has it */
  name: string
  /** The town of the bank */
  place: string | null
  /** Its correspondent account with the Bank of Russia; null if it has none that is open */
  correspondent_account: string | null
  /** Codes of what the register says against payments through this bank, such as `LWRS` for a revoked licence; empty if there is nothing */
  restrictions: string[]
  /** The day of the register */
  as_of: string
}

/** What an import of banks has changed. */
export type BanksImportResponse = {
  /** The register, as it is now */
  register: BankRegisterResponse
  /** Banks that were not known */
  added: number
  /** Banks of which something has changed */
  changed: number
  /** Banks that the register does not have any more */
  removed: number
}

/** A part of the search whose index is built after an upgrade. */
export type BeingBuilt = {
  /** What is not found yet */
  kind: 'purchase_request' | 'organization' | 'person' | 'document' | 'wallet' | 'transfer' | 'statement_line' | 'administrator' | 'audit_object'
  /** By what it is not found yet */
  by: 'lei' | 'amount' | 'account'
  /** How much of the index is built */
  percent: number
}

/** The form to upload a document of the kind `bank-details`. */
export type Body_put_bank_details_document = {
  /** The file: PDF, PNG or JPEG, at most 20 MiB. Its content determines its type. */
  file: Blob
  /** The number of the document */
  number?: string | undefined
  /** The day on which it was issued */
  issued_on?: string | undefined
  /** The last day on which it is valid */
  expires_on?: string | undefined
  /** A remark of the person who uploaded it */
  comment?: string | undefined
}

/** The form to upload a document of the kind `charter`. */
export type Body_put_charter_document = {
  /** The file: PDF, PNG or JPEG, at most 20 MiB. Its content determines its type. */
  file: Blob
  /** The number of the document */
  number?: string | undefined
  /** The day on which it was issued */
  issued_on?: string | undefined
  /** The last day on which it is valid */
  expires_on?: string | undefined
  /** A remark of the person who uploaded it */
  comment?: string | undefined
}

/** The form to upload a document of the kind `inn-certificate`. */
export type Body_put_inn_certificate_document = {
  /** The file: PDF, PNG or JPEG, at most 20 MiB. Its content determines its type. */
  file: Blob
  /** The number of the document */
  number?: string | undefined
  /** The day on which it was issued */
  issued_on?: string | undefined
  /** The last day on which it is valid */
  expires_on?: string | undefined
  /** A remark of the person who uploaded it */
  comment?: string | undefined
}

/** The form to upload a document of the kind `kyc-representative`. */
export type Body_put_kyc_representative_document = {
  /** The file: PDF, PNG or JPEG, at most 20 MiB. Its content determines its type. */
  file: Blob
  /** The number of the document */
  number?: string | undefined
  /** The day on which it was issued */
  issued_on?: string | undefined
  /** The last day on which it is valid */
  expires_on?: string | undefined
  /** A remark of the person who uploaded it */
  comment?: string | undefined
}

/** The form to upload a document of the kind `ogrn-certificate`. */
export type Body_put_ogrn_certificate_document = {
  /** The file: PDF, PNG or JPEG, at most 20 MiB. Its content determines its type. */
  file: Blob
  /** The number of the document */
  number?: string | undefined
  /** The day on which it was issued */
  issued_on?: string | undefined
  /** The last day on which it is valid */
  expires_on?: string | undefined
  /** A remark of the person who uploaded it */
  comment?: string | undefined
}

/** The form to upload a document of the kind `other`. */
export type Body_put_other_document = {
  /** The file: PDF, PNG, JPEG, DOCX or XLSX, at most 20 MiB. Its content determines its type. */
  file: Blob
  /** The number of the document */
  number?: string | undefined
  /** The day on which it was issued */
  issued_on?: string | undefined
  /** The last day on which it is valid */
  expires_on?: string | undefined
  /** A remark of the person who uploaded it */
  comment?: string | undefined
}

/** The form to upload a document of the kind `power-of-attorney`. */
export type Body_put_power_of_attorney_document = {
  /** The file: PDF, PNG or JPEG, at most 20 MiB. Its content determines its type. */
  file: Blob
  /** The number of the document */
  number?: string | undefined
  /** The day on which it was issued */
  issued_on?: string | undefined
  /** The last day on which it is valid */
  expires_on?: string | undefined
  /** A remark of the person who uploaded it */
  comment?: string | undefined
}

/** The addresses that coins of an organization may be sent to. */
export type BookAddressListResponse = {
  /** The current wallets of the organization, then the entries, newest first. Entries that were removed are among them */
  items: BookAddressResponse[]
}

/** An address that coins may be sent to. */
export type BookAddressResponse = {
  /** The id of the entry; for an own wallet, the id of the wallet */
  id: string
  /** The organization */
  organization_id: string
  /** The network of the address */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address in its usual spelling */
  address: string
  /** By which the recipient knows whose coins they are, such as an exchange: on ton the comment of the payment; null: none */
  memo: string | null
  /** What people call it; null for an own wallet */
  label: string | null
  /** Whose address it is; null for an own wallet */
  owner: string | null
  /** How it is known whose address it is */
  ownership: 'own_wallet' | 'signed_message' | 'declared'
  /** When coins may be sent to it: after the cooling-off time of the policy */
  usable_from: string
  /** Whether coins may be sent to it now */
  is_usable: boolean
  /** Why coins may not be sent to it now */
  blockers: ('unproven' | 'removed' | 'wallet_retired' | 'not_allowed' | 'cooling_off' | 'screening_hit' | 'screening_stale' | 'screening_failed')[]
  /** Who added it; null for an own wallet */
  created_by: string | null
  /** When it was added */
  created_at: string
  /** When it was removed */
  removed_at: string | null
}

/** An entry of the books. */
export type BookEntryData = {
  /** The id of the entry */
  id: string
  /** The day of the entry */
  date: string
}

/** Up to which day the books are closed. */
export type BooksClosedData = {
  /** The last closed day */
  closed_through: string
  /** SHA-256 of the trial balance */
  trial_balance?: string | undefined
}

/** Up to which day the books are still closed. */
export type BooksReopenedData = {
  /** The last closed day; null if none is closed */
  closed_through: string | null
}

/** Whom purchase requests are assigned to: the same person for all of them, or one for each row. */
export type BulkAssignBody = {
  /** The rows, in the order in which they are done */
  items: {
    /** The id of the purchase request */
    id: string
    /** The version that was read. If it is another one by now, it is `version_conflict`. */
    version?: number | undefined
    /** The administrator who takes care of it; null: nobody */
    assignee_id?: string | null | undefined
  }[]
  /** The administrator who takes care of it; null: nobody */
  assignee_id?: string | null | undefined
}

/** What became of each row. */
export type BulkDocumentsResponse = {
  /** One outcome for each row, in the same order */
  items: {
    /** The id of the row, as it was sent */
    id: string
    /** The status that the single operation has: 200 if it was done */
    status: number
    /** What the single operation returns, if it was done */
    result?: DocumentResponse | undefined
    /** What the single operation returns, if it failed */
    error?: {
      /** Stable code for programs, as in `ErrorResponse`; absent with 422 */
      code?: string | undefined
      /** One sentence for people; with 422 the faults of the row */
      detail: string | {
        /** Where the fault is: `body`, `query`, `path` or `header`, then the names of fields and the indexes of lists */
        loc: (string | number)[]
        /** One sentence for people */
        msg: string
        /** Stable type of the fault, in snake_case */
        type: string
        /** Values for programs; never the value that was sent */
        ctx?: {
          /** Stable code of the rule (for `value_error` and `file_type`), in snake_case */
          code?: string | undefined
          [name: string]: unknown
        } | undefined
      }[]
      /** The id of the request in the log */
      request_id?: string | undefined
      /** Values for programs, depending on the code */
      context?: Record<string, unknown> | undefined
    } | undefined
  }[]
}

/** What became of each row. */
export type BulkLinesResponse = {
  /** One outcome for each row, in the same order */
  items: {
    /** The id of the row, as it was sent */
    id: string
    /** The status that the single operation has: 200 if it was done */
    status: number
    /** What the single operation returns, if it was done */
    result?: StatementLineResponse | undefined
    /** What the single operation returns, if it failed */
    error?: {
      /** Stable code for programs, as in `ErrorResponse`; absent with 422 */
      code?: string | undefined
      /** One sentence for people; with 422 the faults of the row */
      detail: string | {
        /** Where the fault is: `body`, `query`, `path` or `header`, then the names of fields and the indexes of lists */
        loc: (string | number)[]
        /** One sentence for people */
        msg: string
        /** Stable type of the fault, in snake_case */
        type: string
        /** Values for programs; never the value that was sent */
        ctx?: {
          /** Stable code of the rule (for `value_error` and `file_type`), in snake_case */
          code?: string | undefined
          [name: string]: unknown
        } | undefined
      }[]
      /** The id of the request in the log */
      request_id?: string | undefined
      /** Values for programs, depending on the code */
      context?: Record<string, unknown> | undefined
    } | undefined
  }[]
}

/** Lines of statements, each with the request that was suggested with certainty. */
export type BulkMatchBody = {
  /** The rows, in the order in which they are done */
  items: {
    /** The id of the line */
    id: string
    /** The purchase request that was suggested with certainty */
    request_id: string
    /** The amount that was suggested */
    amount: string
  }[]
}

/** Changes of the status of purchase requests, each with the fields of the single change. */
export type BulkMoveBody = {
  /** The rows, in the order in which they are done */
  items: {
    /** The id of the purchase request */
    id: string
    /** The new status */
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** Why; required for `rejected`, `cancelled`, `on_hold`, `failed` and `refunded` */
    reason_code?: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other' | null | undefined
    /** A remark for the history */
    comment?: string | null | undefined
    /** The reference of the payment; required for `paid` */
    payment_reference?: string | null | undefined
    /** The amount that was received; required for `paid` */
    received_amount?: string | null | undefined
    /** When it was received; now unless given */
    received_at?: string | null | undefined
    /** The transaction that delivers the asset; required for `completed` */
    tx_hash?: string | null | undefined
    /** For `completed`: when the asset was sent; now unless given */
    delivered_at?: string | null | undefined
    /** For `refunded`: when the money was paid back; now unless given */
    paid_at?: string | null | undefined
    /** Until when the new price is valid; required to approve an expired request */
    quote_expires_at?: string | null | undefined
    /** For `completed`: deliver although less was received than the total. An act under the policy */
    accept_underpayment?: boolean | null | undefined
    /** It was compared in full (`address_looks_alike`). Those who approve see with what */
    compared_in_full?: boolean | undefined
    /** The version that was read. If it is another one by now, it is `version_conflict`. */
    version?: number | undefined
  }[]
}

/** What became of each row. */
export type BulkRequestsResponse = {
  /** One outcome for each row, in the same order */
  items: {
    /** The id of the row, as it was sent */
    id: string
    /** The status that the single operation has: 200 if it was done */
    status: number
    /** What the single operation returns, if it was done */
    result?: PurchaseRequestResponse | undefined
    /** What the single operation returns, if it failed */
    error?: {
      /** Stable code for programs, as in `ErrorResponse`; absent with 422 */
      code?: string | undefined
      /** One sentence for people; with 422 the faults of the row */
      detail: string | {
        /** Where the fault is: `body`, `query`, `path` or `header`, then the names of fields and the indexes of lists */
        loc: (string | number)[]
        /** One sentence for people */
        msg: string
        /** Stable type of the fault, in snake_case */
        type: string
        /** Values for programs; never the value that was sent */
        ctx?: {
          /** Stable code of the rule (for `value_error` and `file_type`), in snake_case */
          code?: string | undefined
          [name: string]: unknown
        } | undefined
      }[]
      /** The id of the request in the log */
      request_id?: string | undefined
      /** Values for programs, depending on the code */
      context?: Record<string, unknown> | undefined
    } | undefined
  }[]
}

/** Decisions about documents. */
export type BulkReviewBody = {
  /** The rows, in the order in which they are done */
  items: {
    /** The id of the document, as in its response and its events */
    id: string
    /** The version that was reviewed */
    version: number
    /** The decision; `pending` takes back one's own, within 12 seconds */
    decision: 'approved' | 'rejected' | 'pending'
    /** Why it is rejected; only for a rejection */
    reason_code?: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | null | undefined
    /** A remark for those who read the decision */
    comment?: string | null | undefined
  }[]
}

/** That transfers are no longer signed together. */
export type CancelTransferBatchBody = {
  /** Why */
  reason?: string | undefined
}

/** That a transfer is not sent. */
export type CancelTransferBody = {
  /** Why it is not sent */
  reason?: string | undefined
}

/** Lines that a person only has to confirm. Computed when they are read. */
export type CertainMatchesResponse = {
  /** New lines whose first suggestion is certain, the newest first; of several lines for the same request, the newest */
  items: StatementLineResponse[]
  /** What these lines sum to, in each currency: what came in and what went out are added up apart */
  sums: {
    /** The currency (ISO 4217) */
    currency: string
    /** To own accounts, or from them */
    direction: 'incoming' | 'outgoing'
    /** The sum of the lines */
    amount: string
    /** How many lines */
    count: number
  }[]
  /** Where to look further; null if all new lines were looked at */
  next_cursor: string | null
}

/** New transactions of own wallets. */
export type ChainImportData = {
  /** Who has told of them */
  source: string
  /** How many are new */
  new_lines: number
  /** How many of them are matched by their transaction */
  matched_lines: number
}

/** What an import has changed. */
export type ChainImportResponse = {
  /** The time of its first transaction */
  from: string
  /** The time of its last one */
  through: string
  /** Lines that nothing has told of before */
  new_lines: number
  /** Lines that are known */
  known_lines: number
  /** New lines that were matched by their transaction */
  matched_lines: number
  /** New lines that are ignored, because they are too small */
  dust_lines: number
  /** Rows that were left out: they are about tokens that the service does not know */
  ignored_rows: number
  /** Known lines of which the file has another amount; the first 100. They stay as they are */
  differing: {
    /** The transaction */
    tx_hash: string
    /** The asset */
    asset: string
    /** What is known */
    known: string
    /** What the file has */
    found: string
  }[]
  /** Gaps that the file has closed */
  ended_gaps: number
}

/** A transaction of an own wallet. */
export type ChainLineData = {
  /** The id of the line */
  id: string
  /** The transaction */
  tx_hash: string
  /** The asset */
  asset: string
}

/** A page of a list. */
export type ChainLineListResponse = {
  /** The objects on this page */
  items: ChainLineResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** What a transaction did to an own wallet. */
export type ChainLineResponse = {
  /** The id of the line */
  id: string
  /** The wallet */
  wallet_id: string
  /** The address of the wallet */
  wallet_address: string
  /** The company of the desk that has it */
  company_name: string
  /** The network */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The asset */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** Whether it came to the wallet or left it */
  direction: 'incoming' | 'outgoing'
  /** How much; zero where the transaction took nothing but its fee */
  amount: string
  /** What the network took from the wallet, in its coin */
  fee: string
  /** The transaction */
  tx_hash: string
  /** The other address; null if it is not known */
  counterparty: string | null
  /** When it was included in the chain */
  at: string
  /** Who has told of it */
  source: 'node' | 'csv'
  /** What became of it */
  status: 'new' | 'matched' | 'set_aside' | 'dust'
  /** Since when the node lists it no more: it is no money. Null if it does */
  taken_back_at: string | null
  /** What it is matched with; null if with nothing */
  match: {
    /** What it is */
    kind: 'transfer' | 'acquisition' | 'delivery' | 'fee' | 'move'
    /** The id of the transfer, acquisition or delivery, also of a move; of a fee that of its posting */
    id: string
    /** The purchase request of the delivery or transfer */
    request_id: string | null
    /** Whether the service has found it by the transaction */
    by_transaction: boolean
  } | null
  /** What a new line may be, computed now */
  suggestions: {
    /** What the line may be. A transfer was given up, and has to be confirmed first: `confirmTransfer`. A `move` is posted by `postChainMove` */
    kind: 'transfer' | 'acquisition' | 'delivery' | 'fee' | 'move'
    /** The id of the transfer, acquisition or delivery, also of a move; null for a fee */
    id: string | null
    /** What people call it: a reference, the number of a request, or the address that a transfer pays */
    title: string
    /** Its amount of the asset */
    amount: string
    /** Its day; null for others than acquisitions */
    day: string | null
  }[]
  /** Why it was set aside */
  set_aside_reason: string | null
  /** Who decided; null if nobody has, or the service has found it by itself */
  decided_by: {
    /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
    kind: string
    /** The id of the administrator or API key */
    id: string | null
    /** The name at that time */
    name: string
  } | null
  /** When */
  decided_at: string | null
  /** When it came here */
  listed_at: string
}

/** What is known of the transactions of own wallets. */
export type ChainStatementsResponse = {
  /** The wallets of the desk */
  items: {
    /** The wallet */
    wallet_id: string
    /** Its address */
    address: string
    /** The company of the desk that has it */
    company_name: string
    /** Its network */
    network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
    /** Whether the network has a node */
    has_node: boolean
    /** The assets whose transactions the node lists. Those of others are imported as CSV */
    listed_assets: ('BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON')[]
    /** When the node listed them last; null if it never has */
    listed_at: string | null
    /** New lines */
    open_lines: number
    /** Times of which the node has listed nothing, and no imported file reaches from one end to the other */
    gaps: {
      /** The last time of which everything is known */
      from: string
      /** From when on everything is known again */
      until: string
    }[]
    /** What the lines add up to */
    assets: {
      /** The asset */
      asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
      /** The sum of all lines, with fees */
      listed: string
      /** What the node said last is there; null if nothing */
      on_chain: string | null
      /** `on_chain` less `listed`: what no line tells of; null if no node has said anything */
      missing: string | null
    }[]
  }[]
}

/** That an object has changed, but not how. */
export type Change = {
  /** A place in the log of changes. Keep it as it is; its form may change */
  cursor: string
  /** What happened. New types may be added */
  type: string
  /** What has changed */
  object: {
    /** The type of the object */
    type: string
    /** The id of the object */
    id: string
  }
  /** The organization concerned; null if there is none */
  organization_id: string | null
  /** Where the object can be read as it is now, with `GET`; null if this change has deleted it */
  path: string | null
  /** The version of the object after the change; null if it has no versions */
  version: number | null
  /** When it was changed */
  at: string
}

/** The next changes. */
export type ChangeListResponse = {
  /** The changes, in the order of their commits */
  items: Change[]
  /** What to pass as `after` next, also when `items` is empty */
  cursor: string
}

/** A new password for yourself. */
export type ChangePasswordRequest = {
  /** Your current password */
  current_password: string
  /** The new password: at least 12 characters, and not easy to guess */
  new_password: string
  /** One-time code or recovery code; required if one-time codes are enabled */
  otp?: string | null | undefined
}

/** The password was changed. */
export type ChangePasswordResponse = {
  /** Always `ok` */
  status: string
  /** How many other sessions of yours were ended */
  sessions_revoked: number
}

/** An address to check. */
export type CheckAddressRequest = {
  /** The network of the address */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address to check */
  address: string
}

/** The result of the check of an address. */
export type CheckAddressResponse = {
  /** The network of the request */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** Whether it is an address of this network */
  valid: boolean
  /** The address in its usual spelling, if it is valid */
  address: string | null
  /** Kind of address, such as p2wpkh or bounceable */
  kind: string | null
  /** Whether the address contains a checksum */
  checksum: boolean | null
  /** What it is, if coins that are sent there are lost, such as `token_contract` */
  not_payable: 'zero' | 'burn' | 'token_contract' | 'reserved' | 'system' | 'off_curve' | 'anyone_can_spend' | null
  /** Why it is not valid */
  reason: 'format' | 'checksum' | 'other_chain' | null
}

/** Somebody to look for in the lists. */
export type CheckScreeningBody = {
  /** What it is */
  schema: 'Person' | 'Company'
  /** The name, in any script */
  name: string
  /** The birth date, or only its year */
  birth_date?: string | null | undefined
  /** Citizenships or countries (ISO 3166-1 alpha-2) */
  countries?: string[] | undefined
  /** Numbers of any kind: INN, OGRN, LEI, passport */
  identifiers?: string[] | undefined
  /** An address on a network */
  address?: string | null | undefined
}

/** Who of the lists it may be. */
export type CheckScreeningResponse = {
  /** The best first; at most 100 */
  items: {
    /** The name of the list, which you give at its first import */
    list: string
    /** The entry of the list */
    entry: {
      /** The id of the entry in its list */
      id: string
      /** Its main name; empty if only a number or an address is listed */
      name: string
      /** What it is */
      schema: 'Person' | 'Company' | 'Organization' | 'LegalEntity' | 'Vessel' | 'Airplane' | 'Other'
    }
    /** How well the entry fits, from 0 to 1; from 0.7 on it blocks */
    score: number
    /** Whether it would block */
    above_threshold: boolean
    /** All that was compared */
    reasons: ScreeningReason[]
  }[]
  /** Whether there are lists, and whether they are recent */
  state: 'not_screened' | 'current' | 'stale'
  /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
  generation: number
}

/** The contract with an organization. */
export type ClientContractResponse = {
  /** The organization */
  organization_id: string
  /** The contract that papers name as their ground; null if there is none */
  contract: {
    /** The number of the contract */
    number: string
    /** The date of the contract */
    date: string
  } | null
  /** When it was set last */
  updated_at: string | null
}

/** Up to which day the books are final. */
export type CloseBooksBody = {
  /** The last day that becomes final. It must be over. */
  through: string
  /** Why the books are closed although items are open; needed if any are */
  reason?: string | undefined
}

/** That somebody has looked at a request whose facts were reversed after it was completed. */
export type CloseExceptionBody = {
  /** Why nothing more is to be done */
  reason: string
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** Up to which day the books are final, and what is open before the next close. */
export type CloseResponse = {
  /** The last final day; null: all days are open */
  closed_through: string | null
  /** The day after it */
  first_open_day: string | null
  /** The day up to which the items were computed */
  through: string
  /** Whether nothing is open */
  is_ready: boolean
  /** How many items of each code are open; codes without any are left out */
  counts: Record<string, number>
  /** What is open: at most 100 of each code, oldest first */
  items: {
    /** What is open */
    code: 'unmatched_line' | 'line_set_aside' | 'line_of_closed_day' | 'balance_differs' | 'balance_not_stated' | 'money_unreconciled' | 'money_in_transit' | 'exchange_open' | 'statement_gap' | 'statement_missing' | 'not_revalued' | 'open_exception' | 'paper_missing' | 'coins_uncovered' | 'unmatched_chain_line' | 'chain_gap'
    /** What it is about, for people: a counterparty, an own account, a number */
    title: string
    /** The day it is about */
    day: string | null
    /** The amount, or the difference */
    amount: string | null
    /** Its currency */
    currency: string | null
    /** Where it is dealt with */
    object: {
      /** What it is */
      type: 'statement_line' | 'statement' | 'bank_account' | 'book_account' | 'purchase_request' | 'organization' | 'chain_line' | 'chain_statement'
      /** Its id, or the account of the bank or of the books */
      id: string
    }
    /** The account of the books that it is about; null for items that are about no account */
    account: {
      /** The account of the books */
      account: string
      /** A currency (ISO 4217) or an asset */
      commodity: string
      /** The account of the company's plan; null if no rule of the plan fits */
      plan_account: string | null
    } | null
    /** The page of the console for it */
    href: string
  }[]
  /** Own accounts of which no statements are imported: nothing is asked of them */
  without_statements: {
    /** The own bank account */
    account: string
    /** Its currency */
    currency: string
    /** Why */
    reason: string
  }[]
  /** The last 24 times that the books were closed or opened again, newest first */
  closings: {
    /** Counts from 1 */
    version: number
    /** Whether days became final, or open again */
    kind: 'close' | 'reopen'
    /** The last final day from then on; null: none */
    through: string | null
    /** Why */
    reason: string | null
    /** How many items of each code were open then */
    open_items: Record<string, number>
    /** SHA-256 of the trial balance at the end of the last final day, in hex */
    trial_balance: string | null
    /** When */
    changed_at: string
    /** Who did it */
    changed_by: {
      /** The id of the administrator */
      id: string | null
      /** Their name */
      name: string
    }
  }[]
}

/** A file of a comment. */
export type CommentAttachment = {
  /** The id of the file */
  id: string
  /** The organization that the file belongs to */
  organization_id: string
  /** The name of the file */
  name: string
  /** The type, found in the content */
  content_type: string
  /** The size in bytes */
  size: number
  /** SHA-256 of the content, in hex */
  sha256: string
}

/** A comment on a document. */
export type CommentedDocumentData = {
  /** The kind of the document */
  kind: string
  /** The version of the document */
  version: number
  /** The id of the comment */
  comment_id: string
  /** The ids of administrators whom it mentions */
  mentions: string[]
}

/** A comment on an organization. */
export type CommentedOrganizationData = {
  /** The id of the organization */
  id: string
  /** The id of the comment */
  comment_id: string
  /** The ids of administrators whom it mentions */
  mentions: string[]
}

/** That each of the named founders is a person of their own. */
export type ConfirmFoundingBody = {
  /** The id of the founding whose names you have read */
  founding_id: string
}

/** The end of an enrolment. */
export type ConfirmOtpRequest = {
  /** The code that the app shows now */
  otp: string
}

/** One-time codes are enabled. */
export type ConfirmOtpResponse = {
  /** Shown only once. Each replaces a one-time code once. */
  recovery_codes: string[]
}

/** That the network has carried out a transfer, where no node can be asked. */
export type ConfirmTransferBody = {
  /** How it is known that the network has carried it out */
  evidence: string
}

/** The contract with an organization. */
export type ContractData = {
  /** The id of the organization */
  organization_id: string
  /** The contract; null if there is none any more */
  contract: {
    /** Its number */
    number: string
    /** Its day */
    date: string
  } | null
}

/** Corrections. Absent fields do not change, null clears. */
export type CorrectPurchaseRequestBody = {
  /** The version that was read. If the request has changed since, nothing is changed and the response is `version_conflict`. */
  version: number
  /** The asset to buy */
  asset?: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON' | undefined
  /** The network on which the asset is delivered */
  network?: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton' | undefined
  /** The amount of the asset. The price is computed anew with the rate of the newest quote */
  crypto_amount?: string | undefined
  /** The wallet of the organization that gets the asset; null: none */
  wallet_id?: string | null | undefined
  /** The entry of the address book of the organization that gets the asset, or one of its wallets; null: none */
  address_id?: string | null | undefined
  /** Where the asset is sent. Without `wallet_id` it is an address that is no wallet of the organization; null: none */
  destination_address?: string | null | undefined
  /** A remark of the person who created the request */
  comment?: string | null | undefined
  /** The rate is meant, although it is at least five times, or at most a fifth of, the last one of this asset and currency */
  accept_rate?: boolean | undefined
  /** It was compared in full (`address_looks_alike`). Those who approve see with what */
  compared_in_full?: boolean | undefined
}

/** Coins that a company of the desk has bought. */
export type CreateAcquisitionBody = {
  /** The company of the desk that bought the coins */
  company_id: string
  /** The asset */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The network on which it came */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The wallet of the own organization of the company that it came to */
  wallet_id: string
  /** How much of the asset came */
  amount: string
  /** What the coins cost */
  cost: {
    /** The currency (ISO 4217) */
    currency: string
    /** What was agreed for it, without the fee */
    amount: string
  }
  /** What the counterparty takes besides, in the same currency. It is a part of the cost */
  fee?: string | null | undefined
  /** When the coins came. Its day must be open, and not in the future */
  acquired_at: string
  /** Who sold the coins: a text or an organization */
  counterparty: {
    /** Who sold them, as a text */
    name?: string | null | undefined
    /** Instead: the organization that sold them */
    organization_id?: string | null | undefined
  }
  /** What the purchase is called in the papers: a company has each reference once */
  reference: string
  /** The transaction that brought the coins */
  tx_hash?: string | null | undefined
}

/** A new administrator. */
export type CreateAdministratorRequest = {
  /** The e-mail address, which is the name of the account. Spaces around it are removed. */
  email: string
  /** The name that others see */
  name: string
  /** The role, which decides about the permissions */
  role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
}

/** A new API key. */
export type CreateApiKeyRequest = {
  /** What the key is used for */
  name: string
  /** What the key may be used for */
  scopes: ('organizations:read' | 'organizations:write' | 'documents:read' | 'documents:write' | 'requests:read' | 'requests:write' | 'payments:write' | 'wallets:write' | 'addresses:write' | 'kyb:write' | 'webhooks:write' | 'approvals:read' | 'audit:read')[]
  /** When the key ends: at most two years from now. Without it, in one year. */
  expires_at?: string | null | undefined
  /** The networks (CIDR, IPv4 or IPv6) from which the key is accepted. Without it, from everywhere. */
  networks?: string[] | null | undefined
}

/** A new API key, with the key itself. */
export type CreateApiKeyResponse = {
  /** The new API key */
  api_key: ApiKeyResponse
  /** The key itself, shown only once. Send it as `Authorization: Bearer kontor_…`. */
  key: string
}

/** A new comment. */
export type CreateCommentBody = {
  /** The text. An `@` and the name of an active administrator mentions them, if only one has that name; the first name alone also counts. Whom it mentions finds a notice in the inbox */
  comment: string
  /** Administrators to mention, besides those whom the text names as `@name` */
  mentions?: string[] | undefined
  /** Files that you have uploaded for this comment */
  attachments?: string[] | undefined
}

/** Coins that were sent for a purchase request. */
export type CreateDeliveryBody = {
  /** The hash of the transaction, in the form of the network */
  tx_hash: string
  /** Only on bitcoin: which output of the transaction it is, from 0. Several deliveries may name different outputs of one transaction */
  output?: number | undefined
  /** The amount of the asset */
  amount: string
  /** When it was sent; now unless given. Not in the future, and not before the request was created */
  delivered_at?: string | null | undefined
  /** Deliver although less was received than this is worth. An act under the policy */
  accept_underpayment?: boolean | undefined
}

/** A new company of the desk. It must be registered in Russia. */
export type CreateDeskCompanyBody = {
  /** The tax number (INN): 10 digits of a company, 12 of a sole trader */
  inn: string
  /** The reason code of the registration (KPP) */
  kpp?: string | null | undefined
  /** The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader */
  ogrn: string
  /** The full name, as it is printed */
  full_name: string
  /** The short name, also the payee of the payment QR code */
  short_name: string
  /** The address in the state register */
  legal_address: string
  /** The name in Latin letters, for papers in English and payments from abroad */
  latin_name?: string | null | undefined
  /** The address in Latin letters */
  latin_address?: string | null | undefined
  /** VAT: a rate on the fee, or none with its legal ground. Null if nothing was said; then papers say nothing of VAT */
  vat?: {
    /** The rate in percent that is part of the fee, such as `20`; null without VAT */
    rate?: string | null | undefined
    /** Without a rate: what papers and payment codes say of it, with its legal ground */
    ground?: string | null | undefined
    /** The same in English, for papers in English */
    ground_en?: string | null | undefined
  } | null | undefined
  /** The person who signs for the company. A sole trader signs alone, and needs none */
  director?: {
    /** The name of the person who signs */
    name: string
    /** The post of the person who signs */
    post: string
  } | undefined
  /** The name of the chief accountant, who signs invoices too */
  accountant?: string | null | undefined
  /** The bank accounts. An invoice names one in its currency: the first, unless another is chosen */
  bank_accounts: {
    /** The account of the company: 20 digits with a bank in Russia, up to 34 signs elsewhere; not needed with an IBAN */
    settlement_account?: string | null | undefined
    /** The code of the bank in Russia (BIK); a bank elsewhere has a SWIFT code only */
    bik?: string | null | undefined
    /** The name of the bank */
    bank_name: string
    /** The account of the bank with the central bank */
    correspondent_account?: string | null | undefined
    /** The currency of the account (ISO 4217). Without it, the one that digits 6 to 8 of an account with a bank in Russia say, otherwise RUB */
    currency?: string | undefined
    /** The SWIFT code of the bank (BIC, ISO 9362) */
    swift?: string | null | undefined
    /** The account as IBAN, where the bank has them */
    iban?: string | null | undefined
    /** The name of the bank in Latin letters */
    bank_latin_name?: string | null | undefined
    /** The address of the bank in Latin letters */
    bank_latin_address?: string | null | undefined
    /** The bank through which money from abroad comes */
    correspondent_bank?: {
      /** Its name in Latin letters */
      name: string
      /** Its SWIFT code */
      swift: string
      /** The account of our bank with it */
      account?: string | null | undefined
    } | null | undefined
    /** Why no statements of it are imported: then a close of the books asks for none. Null if they are */
    without_statements?: string | null | undefined
  }[]
  /** The organization that is this company: it has wallets of its own, from which clients are paid. It is set once. Null if none was named */
  organization_id?: string | null | undefined
}

/** A posting that somebody makes. */
export type CreateEntryBody = {
  /** The day in the books. It must be open, and not in the future. */
  date: string
  /** What it is */
  text: string
  /** The client, if an account of a client is among the legs */
  organization_id?: string | undefined
  /** They sum to zero in each commodity */
  legs: {
    /** The account, one of: `assets:bank:<account>`, `assets:bank:unreconciled`, `assets:transit:<currency>`, `assets:exchange:<currency>`, `assets:coins:<network>:<asset>`, `liabilities:client:<organization>:<commodity>`, `liabilities:vat:<inn>:<currency>`, `liabilities:tax:<currency>`, `liabilities:supplier:<currency>`, `liabilities:loan:<currency>`, `liabilities:other:<currency>`, `equity:opening:<commodity>`, `equity:trading:<commodity>`, `income:fee:<currency>`, `income:other:<currency>`, `expenses:bank:<currency>`, `expenses:other:<currency>` */
    account: string
    /** A currency (ISO 4217) or an asset */
    commodity: string
    /** A debit is positive, a credit negative */
    amount: string
  }[]
}

/** A new person or company behind an organization. */
export type CreateOrganizationPersonBody = {
  /** What the person is to the organization. The first `director` and the first `contact` are those of the organization. */
  role: 'director' | 'owner' | 'representative' | 'contact'
  /** A person or a company. It cannot change. */
  schema: 'Person' | 'Company'
  /** The name, in the script of its country */
  name: string
  /** The name in Latin letters, as in a passport */
  name_latin?: string | null | undefined
  /** The birth date; only of a person */
  birth_date?: string | null | undefined
  /** The citizenship of a person, or the country of a company (ISO 3166-1 alpha-2, capital letters) */
  citizenship?: string | null | undefined
  /** The tax number (INN): 12 digits of a person, 10 of a company */
  inn?: string | null | undefined
  /** The share in percent, with at most 4 decimal places; only of an owner. It is the share of the organization or, with `parent_id`, of that company. Shares of the same company add up to at most 100. */
  share?: string | null | undefined
  /** The company through which it owns the organization: another of the people, with the schema `Company`; null for a direct owner */
  parent_id?: string | null | undefined
  /** The identity document; only of a person. It replaces the one before as a whole. */
  identity_document?: {
    /** The kind of document */
    type: 'passport' | 'travel_passport' | 'id_card' | 'residence_permit' | 'other'
    /** The number */
    number: string
    /** The day on which it was issued */
    issued_on?: string | null | undefined
  } | null | undefined
}

/** A new organization. What is absent is filled from the party register, if it knows the INN. A foreign company needs `type`, `country`, `registration_number` and `full_name`. */
export type CreateOrganizationRequest = {
  /** A company, a sole trader, or a foreign company. Russian organizations may leave it out: it follows from the INN. It cannot change. */
  type?: 'legal' | 'individual' | 'foreign' | undefined
  /** The tax number (INN): 10 digits of a company, 12 of a sole trader. Required, except of a foreign company: that one has 9909… or none. */
  inn?: string | undefined
  /** The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader */
  ogrn?: string | undefined
  /** The reason code of the registration (KPP) of a company or of its branch */
  kpp?: string | null | undefined
  /** The full name */
  full_name?: string | undefined
  /** The short name */
  short_name?: string | null | undefined
  /** The country of registration (ISO 3166-1 alpha-2, capital letters) */
  country?: string | null | undefined
  /** The number in the register of that country. No two foreign companies of a country have the same. */
  registration_number?: string | null | undefined
  /** The legal entity identifier (LEI, ISO 17442) */
  lei?: string | null | undefined
  /** Why no owner of more than 25 % is named among the people, such as a listing on an exchange */
  ownership_statement?: string | null | undefined
  /** The day of the registration */
  registration_date?: string | null | undefined
  /** The address in the state register */
  legal_address?: string | null | undefined
  /** The address where it works */
  actual_address?: string | null | undefined
  /** The code of the main activity (OKVED) */
  okved_main?: string | null | undefined
  /** The person who may sign for the organization. If people of the role `director` are kept, it is the first of them. */
  director?: {
    /** The name of the director */
    name: string
    /** The post of the director */
    post?: string | null | undefined
    /** The tax number (INN) of the director as a person */
    inn?: string | null | undefined
  } | null | undefined
  /** The person to talk to. If people of the role `contact` are kept, it is the first of them. */
  contact?: {
    /** The name of the person to talk to */
    name?: string | null | undefined
    /** The e-mail address */
    email?: string | null | undefined
    /** The telephone number */
    phone?: string | null | undefined
  } | null | undefined
  /** The account for payments. A change puts an approved `bank-details` document back to pending. */
  bank_details?: {
    /** The code of the bank (BIK) */
    bik: string
    /** The name of the bank */
    bank_name?: string | null | undefined
    /** The account of the organization */
    settlement_account: string
    /** The account of the bank with the central bank */
    correspondent_account?: string | null | undefined
    /** The currency of the account */
    currency?: string | undefined
  } | null | undefined
  /** The status in the state register */
  registry_status?: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown' | undefined
  /** The id in a system of yours. No two organizations have the same. */
  external_id?: string | null | undefined
  /** Notes for your colleagues */
  notes?: string | null | undefined
}

/** Money that came for a purchase request. */
export type CreatePaymentBody = {
  /** The amount */
  amount: string
  /** The currency of the request (ISO 4217) */
  currency: string
  /** When the money was received */
  received_at: string
  /** The reference of the payment, such as the number of the order */
  reference: string
  /** The tax number (INN) of the payer */
  payer_inn?: string | null | undefined
  /** The name of the payer */
  payer_name?: string | null | undefined
  /** The bank account of the payer */
  payer_account?: string | null | undefined
  /** The own account that received the money: one of a company of the desk. Without it the money is in `assets:bank:unreconciled` until a statement line is matched */
  own_account?: string | null | undefined
  /** Record it although more than 10 % above the total would have been received. An act under the policy */
  accept_overpayment?: boolean | undefined
}

/** A new file of payment orders. */
export type CreatePaymentFileBody = {
  /** The own account in roubles that pays */
  account: string
  /** The date of the payment orders: today, or one of the next ten days */
  day: string
  /** The refunds; unless given, all of `GET /v1/refunds-to-pay` without a problem */
  refund_ids?: string[] | undefined
  /** Take refunds that a file has already: the bank must not execute that file */
  again?: boolean | undefined
}

/** If the purpose of a line contains this, then suggest that account. */
export type CreatePostingRuleBody = {
  /** What the purpose of the line has. Case, ё or е, and punctuation make no difference. */
  contains: string
  /** Only lines of this direction; both unless given */
  direction?: 'incoming' | 'outgoing' | undefined
  /** What such a line is, as in `PostStatementLineBody` */
  account: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'other'
  /** The text to suggest; needed for `other`, otherwise the purpose of the line unless given */
  text?: string | undefined
}

/** A new purchase request. The price is computed; a price that is sent is checked. */
export type CreatePurchaseRequestBody = {
  /** The organization that buys */
  organization_id: string
  /** The asset to buy */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The network on which the asset is delivered */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The amount of the asset, as a decimal number */
  crypto_amount: string
  /** The currency of the price: an active code of ISO 4217 */
  fiat_currency: string
  /** The price of one unit of the asset */
  rate: string
  /** The price without the fee: `crypto_amount` × `rate`, rounded half up to the decimal places of the currency */
  fiat_amount?: string | null | undefined
  /** The fee */
  fee_amount?: string | null | undefined
  /** What the organization pays: `fiat_amount` + `fee_amount` */
  total_amount?: string | null | undefined
  /** Until when the price is valid; null: without end */
  quote_expires_at?: string | null | undefined
  /** The wallet of the organization that gets the asset */
  wallet_id?: string | null | undefined
  /** The entry of the address book of the organization that gets the asset, or one of its wallets */
  address_id?: string | null | undefined
  /** Where the asset is sent */
  destination_address?: string | null | undefined
  /** The administrator who takes care of the request */
  assignee_id?: string | null | undefined
  /** A remark of the person who created the request */
  comment?: string | null | undefined
  /** The id in a system of yours. No two requests have the same. */
  external_id?: string | null | undefined
  /** The rate is meant, although it is at least five times, or at most a fifth of, the last one of this asset and currency */
  accept_rate?: boolean | undefined
  /** It was compared in full (`address_looks_alike`). Those who approve see with what */
  compared_in_full?: boolean | undefined
}

/** A new comment. */
export type CreatePurchaseRequestCommentBody = {
  /** The text. An `@` and the name of an active administrator mentions them, if only one has that name; the first name alone also counts. Whom it mentions finds a notice in the inbox */
  comment: string
  /** Administrators to mention, besides those whom the text names as `@name` */
  mentions?: string[] | undefined
  /** Files that you have uploaded for this comment */
  attachments?: string[] | undefined
}

/** A new price of a purchase request. It replaces the one before, which stays in the list. */
export type CreateQuoteBody = {
  /** The price of one unit of the asset */
  rate: string
  /** The fee; as before unless given */
  fee_amount?: string | null | undefined
  /** The amount of the asset; as before unless given */
  crypto_amount?: string | null | undefined
  /** Instead of `crypto_amount`: what is to be spent without the fee. The amount of the asset follows: `fiat_amount` ÷ `rate`, rounded to the nearest place of the asset, a half down */
  fiat_amount?: string | null | undefined
  /** Until when the price is valid */
  quote_expires_at: string
  /** The rate is meant, although it is at least five times, or at most a fifth of, the last one of this asset and currency */
  accept_rate?: boolean | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** Money that is paid back. */
export type CreateRefundBody = {
  /** The amount */
  amount: string
  /** The reference of the outgoing payment */
  reference: string
  /** The account that it is paid to: 20 digits, an IBAN, or the number of an account abroad */
  account: string
  /** Why */
  reason_code: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other'
  /** When the money was paid back; now unless given. Not in the future, and not before the request was created */
  paid_at?: string | null | undefined
}

/** A new view. */
export type CreateViewBody = {
  /** The list that it shows */
  list: 'organizations' | 'purchase-requests' | 'documents' | 'payments' | 'transfers' | 'transfer-batches' | 'credits' | 'statement-lines' | 'announced-lines' | 'payment-files' | 'book-entries' | 'rates' | 'acquisitions' | 'chain-lines' | 'addresses' | 'approvals' | 'administrators' | 'hits' | 'audit-events' | 'wallets' | 'webhook-deliveries'
  /** The name. A person has only one view of a list with this name */
  name: string
  /** The filters of the list by their names, as its operations and its export take them */
  filters?: Record<string, unknown> | undefined
  /** The order: `-created_at` is newest first, `created_at` oldest first; null: as the list is */
  sort?: '-created_at' | 'created_at' | null | undefined
  /** The keys of the columns that the console shows, in their order; null: those that the list shows by itself */
  columns?: string[] | null | undefined
  /** Whether every administrator who may read the list can open it; otherwise only its owner can */
  shared?: boolean | undefined
}

/** The wallets that were created. */
export type CreateWalletsResponse = {
  /** The organization that the wallets belong to */
  organization_id: string
  /** The new wallets, one for each network */
  wallets: WalletResponse[]
}

/** A new endpoint. */
export type CreateWebhookEndpointBody = {
  /** Where events are sent: an https address that is public */
  url: string
  /** What the endpoint is used for */
  description?: string | null | undefined
  /** The event types to deliver; null means all */
  event_types?: ('organization.created' | 'organization.updated' | 'organization.kyb_decided' | 'person.created' | 'person.updated' | 'person.deleted' | 'document.uploaded' | 'document.reviewed' | 'wallets.created' | 'wallets.replaced' | 'secret.read' | 'address.added' | 'address.removed' | 'transfer.created' | 'transfer.signed' | 'transfer.sent' | 'transfer.confirmed' | 'transfer.failed' | 'transfer.replaced' | 'transfer.cancelled' | 'transfer_batch.created' | 'transfer_batch.decided' | 'transfer_batch.cancelled' | 'transfer.doubted' | 'transfer.released' | 'signing.stopped' | 'signing.started' | 'approval.asked' | 'approval.approved' | 'approval.refused' | 'approval.withdrawn' | 'approval.used' | 'approval.stale' | 'policy.changed' | 'founding.proposed' | 'founding.confirmed' | 'founding.declared' | 'founding.withdrawn' | 'organization.commented' | 'document.commented' | 'purchase_request.commented' | 'purchase_request.created' | 'purchase_request.status_changed' | 'purchase_request.assigned' | 'purchase_request.quoted' | 'purchase_request.corrected' | 'purchase_request.payment_recorded' | 'purchase_request.payment_linked' | 'purchase_request.payer_accepted' | 'purchase_request.payment_reversed' | 'purchase_request.refund_recorded' | 'purchase_request.refund_reversed' | 'purchase_request.delivery_recorded' | 'purchase_request.delivery_reversed' | 'purchase_request.surplus_moved' | 'purchase_request.delivery_doubted' | 'purchase_request.exception_closed' | 'credit.recorded' | 'credit.allocated' | 'credit.linked' | 'credit.refunded' | 'credit.refund_reversed' | 'book_entry.posted' | 'book_entry.reversed' | 'rates.imported' | 'rate.set' | 'rate.removed' | 'books.revalued' | 'acquisition.recorded' | 'acquisition.reversed' | 'payment_file.created' | 'payment_file.voided' | 'chain_statement.imported' | 'chain_line.matched' | 'chain_line.set_aside' | 'chain_line.reopened' | 'chain_line.taken_back' | 'plan.set' | 'books.closed' | 'books.reopened' | 'statement.imported' | 'statement.explained' | 'statement_line.matched' | 'statement_line.set_aside' | 'statement_line.reopened' | 'statement_line.posted' | 'statement_line.unposted' | 'statement_line.settled' | 'posting_rule.created' | 'posting_rule.deleted' | 'desk_company.created' | 'desk_company.updated' | 'client_contract.set' | 'paper.issued' | 'paper.rendered' | 'paper.voided' | 'screening.list_published' | 'screening.hit_opened' | 'screening.hit_decided' | 'screening.hit_kept' | 'screening.hit_closed' | 'view.created' | 'view.updated' | 'view.deleted' | 'administrator.created' | 'administrator.updated' | 'administrator.disabled' | 'administrator.enabled' | 'administrator.reset' | 'api_key.created' | 'api_key.revoked' | 'api_key.suspended' | 'api_key.resumed' | 'audit.verification_failed')[] | null | undefined
}

/** What events tell of money that belongs to no request yet. */
export type CreditData = {
  /** The id of the credit */
  id: string
  /** Whose money it is */
  organization_id: string
  /** The request that it came for */
  request_id: string | null
  /** The amount */
  amount: string
  /** The currency */
  currency: string
  /** What is left of it */
  left_amount: string
  /** The reference of the payment */
  reference: string
}

/** A page of a list. */
export type CreditListResponse = {
  /** The objects on this page */
  items: CreditResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Money of an organization that belongs to no purchase request yet. */
export type CreditResponse = {
  /** The id of the credit */
  id: string
  /** The organization whose money it is */
  organization_id: string
  /** The purchase request that the money came for, which took none */
  request_id: string | null
  /** The purchase request above whose total the money was, if it was moved from one */
  moved_from: string | null
  /** `open` while something is left */
  status: 'open' | 'used'
  /** The amount that came */
  amount: string
  /** The currency (ISO 4217) */
  currency: string
  /** What was allocated to purchase requests */
  allocated_amount: string
  /** What was paid back */
  refunded_amount: string
  /** What is left */
  left_amount: string
  /** When the money was received */
  received_at: string
  /** The reference of the payment */
  reference: string
  /** The tax number (INN) of the payer; null if it is not known */
  payer_inn: string | null
  /** The name of the payer; null if it is not known */
  payer_name: string | null
  /** The bank account of the payer; null if it is not known */
  payer_account: string | null
  /** The line of a bank statement that it was matched with */
  statement_line_id: string | null
  /** Who did it */
  recorded_by: Actor
  /** When it was recorded */
  recorded_at: string
}

/** What was requested and what was delivered, by asset and day. Days without either are left out. */
export type DailyReport = {
  /** The first day of the report */
  from: string
  /** The last day of the report */
  to: string
  /** The figures */
  items: {
    /** The day */
    day: string
    /** The asset */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** The number of requests of this day */
    requests: number
    /** What they ask for, exact */
    requested: string
    /** The number of deliveries of this day that were not reversed */
    deliveries: number
    /** What they sent, exact */
    delivered: string
  }[]
}

/** A decision about a hit. */
export type DecideScreeningHitBody = {
  /** The decision; `open` takes one back. `continue` is for confirmed hits of lists of the kind `pep`: the desk goes on. `closed` is for hits that are closable: the party is gone, whoever it was. It cannot be taken back */
  status: 'open' | 'dismissed' | 'confirmed' | 'continue' | 'closed'
  /** Why: required unless a decision is taken back */
  reason?: string | null | undefined
}

/** What is being sent for a purchase request from wallets of the desk. */
export type DeliveryProgressResponse = {
  /** The id of the purchase request */
  request_id: string
  /** The asset of the request */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The network of the request */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** What was not delivered yet */
  undelivered_amount: string
  /** What signed transfers may still deliver of it */
  on_the_way: string
  /** What transfers that are not signed are to deliver of it */
  prepared: string
  /** What nobody has prepared a transfer for */
  left: string
  /** The transfers that are not carried out yet, the first one first */
  transfers: {
    /** The id of the transfer */
    id: string
    /** Its status */
    status: 'draft' | 'signed' | 'sent' | 'confirmed' | 'failed' | 'replaced' | 'cancelled'
    /** What it delivers */
    amount: string
    /** The id of the transaction; null before it is signed */
    tx_id: string | null
  }[]
}

/** The wallets of the desk that can deliver a purchase request: the one with the smallest sufficient free balance first. */
export type DeliverySourcesResponse = {
  /** The current wallets of all own organizations on the network of the request */
  items: {
    /** The organization that is the company of the desk */
    organization_id: string
    /** Its name */
    organization_name: string
    /** The id of the wallet */
    wallet_id: string
    /** Its address */
    address: string
    /** What the node says it has of the asset; null without a node */
    balance: string | null
    /** When a node was asked; null: never */
    checked_at: string | null
    /** What transfers that are not carried out yet take of it */
    reserved: string
    /** The balance less what is reserved; below 0 if more was promised */
    free: string | null
    /** Of a token, whether the wallet has the usual highest fee in the coin of the network besides; true if nobody knows */
    pays_fee: boolean
    /** Whether what is free covers what is left to deliver, with the usual highest fee of the network */
    is_enough: boolean
  }[]
}

/** A page of a list. */
export type DeskCompanyListResponse = {
  /** The objects on this page */
  items: DeskCompanyResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A company of the desk: the seller on invoices and acts. */
export type DeskCompanyResponse = {
  /** The id of the company */
  id: string
  /** The tax number (INN): 10 digits of a company, 12 of a sole trader */
  inn: string
  /** The reason code of the registration (KPP) */
  kpp: string | null
  /** The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader */
  ogrn: string
  /** The full name, as it is printed */
  full_name: string
  /** The short name, also the payee of the payment QR code */
  short_name: string
  /** The address in the state register */
  legal_address: string
  /** The name in Latin letters, for papers in English and payments from abroad */
  latin_name: string | null
  /** The address in Latin letters */
  latin_address: string | null
  /** VAT: a rate on the fee, or none with its legal ground. Null if nothing was said; then papers say nothing of VAT */
  vat: {
    /** The rate in percent that is part of the fee, such as `20`; null without VAT */
    rate: string | null
    /** Without a rate: what papers and payment codes say of it, with its legal ground */
    ground: string | null
    /** The same in English, for papers in English */
    ground_en: string | null
  } | null
  /** The person who signs for the company. A sole trader signs alone, and needs none */
  director: {
    /** The name of the person who signs */
    name: string
    /** The post of the person who signs */
    post: string
  }
  /** The name of the chief accountant, who signs invoices too */
  accountant: string | null
  /** The bank accounts. An invoice names one in its currency: the first, unless another is chosen */
  bank_accounts: {
    /** The account of the company: 20 digits with a bank in Russia, up to 34 signs elsewhere; not needed with an IBAN */
    settlement_account: string | null
    /** The code of the bank in Russia (BIK); a bank elsewhere has a SWIFT code only */
    bik: string | null
    /** The name of the bank */
    bank_name: string
    /** The account of the bank with the central bank */
    correspondent_account: string | null
    /** The currency of the account (ISO 4217) */
    currency: string
    /** The SWIFT code of the bank (BIC, ISO 9362) */
    swift: string | null
    /** The account as IBAN, where the bank has them */
    iban: string | null
    /** The name of the bank in Latin letters */
    bank_latin_name: string | null
    /** The address of the bank in Latin letters */
    bank_latin_address: string | null
    /** The bank through which money from abroad comes */
    correspondent_bank: {
      /** Its name in Latin letters */
      name: string
      /** Its SWIFT code */
      swift: string
      /** The account of our bank with it */
      account: string | null
    } | null
    /** Why no statements of it are imported: then a close of the books asks for none. Null if they are */
    without_statements: string | null
  }[]
  /** Whether new papers may be issued by the company */
  active: boolean
  /** The organization that is this company: it has wallets of its own, from which clients are paid. It is set once. Null if none was named */
  organization_id: string | null
  /** Wallets of the company that give others the coin of the network, which fees are paid in: one for each network */
  fuel_wallets: {
    /** The id of the wallet */
    wallet_id: string
    /** The network of the wallet */
    network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
    /** The highest amount of one top-up, in base units of the coin */
    most_amount: string
    /** The highest fee of one top-up, in base units of the coin */
    most_fee: string
  }[]
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the company was added */
  created_at: string
  /** When the company was last changed */
  updated_at: string
}

/** Proof of who you are. */
export type DisableOtpRequest = {
  /** Your current password */
  password: string
  /** One-time code or recovery code */
  otp: string
}

/** A page of a list. */
export type DocumentCommentListResponse = {
  /** The objects on this page */
  items: DocumentCommentResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A comment on a document. */
export type DocumentCommentResponse = {
  /** The id of the comment */
  id: string
  /** The organization */
  organization_id: string
  /** The kind of the document */
  kind: string
  /** The version of the document when it was written */
  version: number | null
  /** The text */
  comment: string
  /** Who is mentioned */
  mentions: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator now */
    name: string
  }[]
  /** The files */
  attachments: CommentAttachment[]
  /** Who did it */
  actor: Actor
  /** When it was written */
  at: string
}

/** The current version of a document. */
export type DocumentData = {
  /** The id of this version of the document, as in its events */
  id: string
  /** The kind of document: an organization has one slot for each */
  kind: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other'
  /** The organization that the document belongs to */
  organization_id: string
  /** The state of the review; `expired` is an approved document after its last day */
  status: 'pending' | 'approved' | 'rejected' | 'expired'
  /** The number of the file in this slot: 1, 2, 3 … A review does not change it. */
  version: number
  /** The uploaded file */
  file: {
    /** The name of the file, with the extension of its type */
    name: string
    /** The type, found in the content of the file */
    content_type: string
    /** The number of bytes */
    size: number
    /** SHA-256 of the file, in hex */
    sha256: string
  }
  /** The number of the document */
  number: string | null
  /** The day on which it was issued */
  issued_on: string | null
  /** The last day on which it is valid */
  expires_on: string | null
  /** A remark of the person who uploaded it */
  comment: string | null
  /** Who uploaded this version: the id of an administrator or API key, or a name */
  uploaded_by: string
  /** When this version was uploaded */
  uploaded_at: string
  /** The decision about this version; null before the review */
  decision: {
    /** The decision */
    status: 'approved' | 'rejected'
    /** Why it was rejected */
    reason_code: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | null
    /** A remark of the reviewer */
    comment: string | null
    /** Who decided: the id of an administrator, or a name */
    decided_by: string
    /** When it was decided */
    decided_at: string
  } | null
}

/** The current version of a document. */
export type DocumentResponse = {
  /** The id of this version of the document, as in its events */
  id: string
  /** The kind of document: an organization has one slot for each */
  kind: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other'
  /** The organization that the document belongs to */
  organization_id: string
  /** The state of the review; `expired` is an approved document after its last day */
  status: 'pending' | 'approved' | 'rejected' | 'expired'
  /** The number of the file in this slot: 1, 2, 3 … A review does not change it. */
  version: number
  /** The uploaded file */
  file: {
    /** The name of the file, with the extension of its type */
    name: string
    /** The type, found in the content of the file */
    content_type: string
    /** The number of bytes */
    size: number
    /** SHA-256 of the file, in hex */
    sha256: string
  }
  /** The number of the document */
  number: string | null
  /** The day on which it was issued */
  issued_on: string | null
  /** The last day on which it is valid */
  expires_on: string | null
  /** A remark of the person who uploaded it */
  comment: string | null
  /** Who uploaded this version: the id of an administrator or API key, or a name */
  uploaded_by: string
  /** When this version was uploaded */
  uploaded_at: string
  /** A relative path, valid for five minutes; null while the vault is sealed, and for API keys that may only upload */
  download_url: string | null
  /** The decision about this version; null before the review */
  decision: {
    /** The decision */
    status: 'approved' | 'rejected'
    /** Why it was rejected */
    reason_code: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | null
    /** A remark of the reviewer */
    comment: string | null
    /** Who decided: the id of an administrator, or a name */
    decided_by: string
    /** When it was decided */
    decided_at: string
  } | null
}

/** One version of a document, with its decisions. */
export type DocumentVersionResponse = {
  /** The number of the file in this slot: 1, 2, 3 … A review does not change it. */
  version: number
  /** The uploaded file */
  file: {
    /** The name of the file, with the extension of its type */
    name: string
    /** The type, found in the content of the file */
    content_type: string
    /** The number of bytes */
    size: number
    /** SHA-256 of the file, in hex */
    sha256: string
  }
  /** The number of the document */
  number: string | null
  /** The day on which it was issued */
  issued_on: string | null
  /** The last day on which it is valid */
  expires_on: string | null
  /** A remark of the person who uploaded it */
  comment: string | null
  /** Who uploaded this version: the id of an administrator or API key, or a name */
  uploaded_by: string
  /** When this version was uploaded */
  uploaded_at: string
  /** A relative path, valid for five minutes; null while the vault is sealed, and for API keys that may only upload */
  download_url: string | null
  /** Oldest first; pending means that a decision was withdrawn */
  decisions: {
    /** The decision */
    status: 'pending' | 'approved' | 'rejected'
    /** Why it was rejected or withdrawn */
    reason_code: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | 'bank_details_changed' | null
    /** A remark of the reviewer */
    comment: string | null
    /** Who decided: the id of an administrator, or a name */
    decided_by: string
    /** When it was decided */
    decided_at: string
  }[]
}

/** Documents that wait for a review, by the days since their upload, or since their decision was withdrawn. */
export type DocumentsAgeingReport = {
  /** The first day that was asked for; null without one */
  from: string | null
  /** The last day of the report */
  to: string
  /** The day from which ages are counted: today */
  as_of: string
  /** The ages, youngest first */
  items: {
    /** The age in whole days (UTC), at least */
    days_from: number
    /** The age in whole days (UTC), at most; null without a limit */
    days_to: number | null
    /** The first day of this age; null without a limit */
    from: string | null
    /** The last day of this age */
    to: string
    /** Documents that wait for a review now */
    documents: number
  }[]
}

/** The start of an enrolment. */
export type EnrolOtpRequest = {
  /** Your current password */
  password: string
}

/** The seed of the one-time codes. It is shown only once. */
export type EnrolOtpResponse = {
  /** otpauth://… for the QR code */
  uri: string
  /** The same seed in base32, to enter by hand */
  secret: string
}

/** A page of a list. */
export type EntryListResponse = {
  /** The objects on this page */
  items: EntryResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A posting that somebody has made. */
export type EntryResponse = {
  /** The id of the entry */
  id: string
  /** The day in the books */
  date: string
  /** What it is */
  text: string
  /** The client whose accounts are among the legs */
  organization_id: string | null
  /** What was posted */
  legs: {
    /** The account, one of: `assets:bank:<account>`, `assets:bank:unreconciled`, `assets:transit:<currency>`, `assets:exchange:<currency>`, `assets:coins:<network>:<asset>`, `liabilities:client:<organization>:<commodity>`, `liabilities:vat:<inn>:<currency>`, `liabilities:tax:<currency>`, `liabilities:supplier:<currency>`, `liabilities:loan:<currency>`, `liabilities:other:<currency>`, `equity:opening:<commodity>`, `equity:trading:<commodity>`, `income:fee:<currency>`, `income:other:<currency>`, `expenses:bank:<currency>`, `expenses:other:<currency>` */
    account: string
    /** A currency (ISO 4217) or an asset */
    commodity: string
    /** A debit is positive, a credit negative */
    amount: string
  }[]
  /** When it was typed */
  made_at: string
  /** Who made it */
  made_by: {
    /** Who made it: the id of an administrator or API key, or a name */
    id: string
    /** Their name, as it was then */
    name: string
  }
  /** Its reversal; null while it holds */
  reversal: {
    /** The day in the books */
    date: string
    /** When */
    at: string
    /** Who reversed it */
    by: {
      /** Who reversed it: the id of an administrator or API key, or a name */
      id: string
      /** Their name, as it was then */
      name: string
    }
    /** Why */
    reason: string
  } | null
}

/** Why a request failed, except for its content (422). */
export type ErrorResponse = {
  /** Stable code for programs, in snake_case. Codes may be added */
  code: string
  /** One sentence for people */
  detail: string
  /** The id of the request in the log */
  request_id: string
  /** Values for programs, depending on the code */
  context?: Record<string, unknown> | undefined
}

/** Which object has changed, but not how. */
export type EventHint = {
  /** What has happened */
  type: string
  /** The type of the object */
  object_type: string
  /** The id of the object */
  object_id: string
  /** The organization that the object belongs to */
  organization_id: string | null
}

/** Why a statement does not follow from the others of its account. */
export type ExplainStatementBody = {
  /** Why the gap, overlap or contradiction is right */
  reason: string
}

/** A page of a list. */
export type FilteredDocumentsResponse = {
  /** The objects on this page */
  items: ListedDocument[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A page of a list. */
export type FilteredOrganizationsResponse = {
  /** The objects on this page */
  items: OrganizationResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A page of a list. */
export type FilteredPaymentsResponse = {
  /** The objects on this page */
  items: ListedPayment[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A page of a list. */
export type FilteredRequestsResponse = {
  /** The objects on this page */
  items: PurchaseRequestResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A page of a list. */
export type FilteredWalletsResponse = {
  /** The objects on this page */
  items: ListedWallet[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A page of a list. */
export type FilteredWebhookDeliveriesResponse = {
  /** The objects on this page */
  items: WebhookDeliveryResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A result of the search. */
export type FoundItem = {
  /** What it is */
  kind: 'purchase_request' | 'organization' | 'person' | 'document' | 'wallet' | 'transfer' | 'statement_line' | 'administrator' | 'audit_object'
  /** Its id; of a document, its kind; of a wallet, its network */
  id: string
  /** The organization that it belongs to; its own id for one */
  organization_id: string | null
  /** What people call it */
  title: string
  /** What tells it from others */
  subtitle: string | null
  /** Only of organizations: whether it is a company of the desk itself */
  own?: boolean | undefined
  /** What was found of it; `invoice_number`: the number of an invoice about it; `retired_address`: the address of a wallet that was replaced */
  matched: 'invoice_number' | 'number' | 'id' | 'external_id' | 'payment_reference' | 'amount' | 'account' | 'transaction' | 'address' | 'retired_address' | 'name' | 'inn_or_ogrn' | 'lei' | 'file_name' | 'checksum' | 'email'
}

/** What events tell of a founding. */
export type FoundingData = {
  /** The ids of the founders */
  founders: string[]
}

/** The declaration of the first people that they are independent of each other. It is declared, not proven: `kontor admin confirm` is stronger. */
export type FoundingResponse = {
  /** `open`: it can be proposed; `proposed`: founders confirm; `declared`: all have; `closed`: rules ask for two people already */
  state: 'open' | 'proposed' | 'declared' | 'closed'
  /** Why it is closed: rules that need two people are in force, come from the environment, or were in force before */
  closed_because: 'rules_in_force' | 'rules_of_environment' | 'rules_before' | null
  /** The id of the founding; null if there is none */
  id: string | null
  /** Who declares themselves independent of each other: everybody who is active, has an account of this service and has set a password. Before it is proposed, who would be. */
  founders: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
    /** The e-mail address, which is the name of the account */
    email: string
    /** The role */
    role: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor'
    /** When this founder confirmed; null if they have not */
    confirmed_at: string | null
    /** How the founder proved who they are */
    confirmed_with: 'passkey' | 'one_time_code' | null
    /** What keeps this founder from confirming: no passkey and no one-time codes, or created or reset less than 24 hours ago */
    obstacle: 'no_second_factor' | 'too_new' | null
    /** With `too_new`: until when */
    until: string | null
  }[]
  /** The policy that is to be set afterwards */
  rules: PolicyRule[]
  /** Who proposed it */
  proposed_by: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
  } | null
  /** When it was proposed */
  proposed_at: string | null
  /** Until when all founders must have confirmed */
  expires_at: string | null
  /** When the last founder confirmed; null before */
  declared_at: string | null
  /** Whether the caller is a founder who can confirm now */
  may_confirm: boolean
  /** Active people whose account counts as somebody else today, because that person made it and nobody independent has confirmed it */
  dependent: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
    /** The people whom the account counts as */
    counts_as: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
    }[]
    /** The command with which somebody on the machine confirms that the account belongs to a person of its own; only owners see it */
    command: string | null
  }[]
}

/** How far the requests that were created in these days have come. */
export type FunnelReport = {
  /** The first day of the report */
  from: string
  /** The last day of the report */
  to: string
  /** The stages in their order */
  items: {
    /** The stage */
    stage: 'requested' | 'reviewed' | 'approved' | 'paid' | 'delivered'
    /** How many of the requests of these days have ever reached it */
    requests: number
  }[]
  /** Requests that are not on their way to a delivery */
  ended: {
    /** The status */
    status: 'rejected' | 'expired' | 'cancelled' | 'refunded'
    /** How many of the requests of these days have it now */
    requests: number
  }[]
}

/** The content of a request is not valid. */
export type HTTPValidationError = {
  /** Every fault of the request, not only the first */
  detail: {
    /** Where the fault is: `body`, `query`, `path` or `header`, then the names of fields and the indexes of lists */
    loc: (string | number)[]
    /** One sentence for people */
    msg: string
    /** Stable type of the fault, in snake_case */
    type: string
    /** Values for programs; never the value that was sent */
    ctx?: {
      /** Stable code of the rule (for `value_error` and `file_type`), in snake_case */
      code?: string | undefined
      [name: string]: unknown
    } | undefined
  }[]
}

/** An identity document with its whole number. */
export type IdentityDocumentResponse = {
  /** The person */
  person_id: string
  /** The kind of document */
  type: 'passport' | 'travel_passport' | 'id_card' | 'residence_permit' | 'other'
  /** The number */
  number: string
  /** The day on which it was issued */
  issued_on: string | null
}

/** The form to import banks. */
export type ImportBanksBody = {
  /** The whole register of BIK of the Bank of Russia (ED807, XML, taken out of its zip file); at most 8 MiB */
  file: Blob
}

/** What happened on own wallets. */
export type ImportChainStatementBody = {
  /** CSV with the columns time, network, wallet, asset, amount, tx_hash, counterparty and fee; at most 10 MiB */
  file: Blob
}

/** The files of a register. */
export type ImportPartyRegisterBody = {
  /** RSMP zip or XML, GLEIF CSV or zip, plain CSV or NDJSON; several files make one register together */
  file: Blob[]
}

/** The form to import rates. */
export type ImportRatesBody = {
  /** The daily file of the Bank of Russia (XML), or a table (CSV) with the columns `day`, `currency`, `rate` and perhaps `nominal`; at most 256 KiB */
  file: Blob
  /** The day that all rates of the file should be of. A file of another day changes nothing. */
  day?: string | undefined
}

/** The form to import a list. */
export type ImportScreeningListBody = {
  /** The name of the list, which you give at its first import */
  list: string
  /** The files of the list: OFAC (sdn.csv, alt.csv, add.csv, sdn_comments.csv), UN XML, FollowTheMoney NDJSON, or CSV */
  file: Blob[]
  /** The kind of the list. If it is left out, the list keeps its kind; a new one is `sanctions` */
  kind?: 'sanctions' | 'pep' | 'internal' | undefined
  /** Publish it even if it has lost more than a tenth of its entries */
  force?: 'true' | 'false' | undefined
}

/** The form to import a statement. */
export type ImportStatementBody = {
  /** The statement: 1C ClientBankExchange, camt.053, camt.054, MT940 or MT942, at most 20 MiB and 50,000 lines */
  file: Blob
  /** `true` to import a file whose lines do not add up to its totals */
  accept_difference?: 'true' | 'false' | undefined
}

/** A page of your inbox. */
export type InboxResponse = {
  /** The objects on this page */
  items: Notice[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
  /** How many notices are unread; at most 1000 */
  unread: number
}

/** What was paid to the wallets of an organization. */
export type IncomingPaymentListResponse = {
  /** The wallets on networks with a node, those of the current generation first */
  items: {
    /** The id of the wallet */
    wallet_id: string
    /** The network of the wallet */
    network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
    /** The address of the wallet */
    address: string
    /** The generation of the wallet */
    generation: number
    /** The assets whose payments a node can list. Payments of others are missing. */
    assets: ('BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON')[]
    /** The newest payments, newest first */
    payments: {
      /** The id of the transaction */
      tx_id: string
      /** The coin, or a token of the network */
      asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
      /** The amount in base units */
      amount: string
      /** Who paid; null if the network does not say */
      from: string | null
      /** How deep it is in the chain */
      confirmations: number
      /** When it was included in the chain; null if it is not, or is not known */
      at: string | null
    }[]
    /** Why nothing is known; null if the node answered */
    problem: 'node_unavailable' | null
    /** When the node was asked; it is asked again after half a minute */
    checked_at: string
  }[]
}

/** A new paper about a purchase request, with the data as they are now. */
export type IssuePaperBody = {
  /** An invoice (счёт на оплату), or the act of completion */
  kind: 'invoice' | 'act'
  /** The company of the desk that issues it */
  company_id: string
  /** The language of the paper; that of the client unless given: Russian if it is registered in Russia, Belarus, Kazakhstan or Kyrgyzstan, otherwise English */
  language?: 'ru' | 'en' | undefined
  /** The account of the company for the payment, or its IBAN; its first one in the currency of the request unless given */
  account?: string | undefined
  /** What an invoice asks for, as an advance; all that is due unless given, and not more */
  amount?: string | undefined
  /** The date of an act: from the day of the last delivery to today, in the time zone of the installation; today unless given */
  date?: string | null | undefined
}

/** Organizations that wait for a KYB decision, by the days since they have had their KYB status. */
export type KybAgeingReport = {
  /** The first day that was asked for; null without one */
  from: string | null
  /** The last day of the report */
  to: string
  /** The day from which ages are counted: today */
  as_of: string
  /** The statuses in which an organization waits for a decision, with their ages, youngest first */
  items: {
    /** The KYB status */
    kyb_status: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended'
    /** The age in whole days (UTC), at least */
    days_from: number
    /** The age in whole days (UTC), at most; null without a limit */
    days_to: number | null
    /** The first day of this age; null without a limit */
    from: string | null
    /** The last day of this age */
    to: string
    /** Organizations with this status now */
    organizations: number
  }[]
}

/** What is in order for the approval of an organization, and what is not. */
export type KybChecklistResponse = {
  /** The organization */
  organization_id: string
  /** Its current KYB status */
  kyb_status: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended'
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** Who gave it this KYB status, and when; null if nobody has: it is new, or its details have changed since */
  decision: {
    /** Who did it */
    by: Actor
    /** When */
    at: string
  } | null
  /** Whether the status may become `approved` next, and nothing that is required is open */
  can_be_approved: boolean
  /** All that can be required: each required kind of document, then screening, sanctions list and ownership */
  items: {
    /** What is checked */
    requirement: 'documents' | 'uploaded-documents' | 'screening' | 'sanctions-list' | 'ownership'
    /** Of documents: the kind of document */
    kind: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other' | null
    /** Whether an approval requires it (`KONTOR_KYB_REQUIRES`) */
    is_required: boolean
    /** Whether it is in order. It may not be although nothing blocks: without a list, nobody was screened. */
    is_done: boolean
    /** What is not; as in a 409 `approval_blocked` */
    blockers: PurchaseRequestBlocker[]
    /** What is not in order and blocks nothing. A decision keeps it as `kyb_warnings`. */
    warnings: PurchaseRequestBlocker[]
  }[]
}

/** A decision about an organization. */
export type KybDecisionData = {
  /** The status of before */
  from: string
  /** The status from now on */
  to: string
  /** Why */
  reason: string | null
  /** The version of the object after the event */
  version: number
  /** What was not in order and did not block the approval */
  warnings?: string[] | undefined
}

/** A page of a list. */
export type LedgerResponse = {
  /** The objects on this page */
  items: {
    /** The id of the posting */
    posting_id: string
    /** Its day */
    day: string
    /** What was posted */
    kind: string
    /** What it is */
    text: {
      /** In English */
      en: string
      /** In Russian */
      ru: string
    }
    /** A debit is positive, a credit negative */
    amount: string
    /** The other accounts of the posting */
    others: string[]
    /** Its purchase request, if it has one */
    request_id: string | null
  }[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** How many rows a list has with these filters, and the sums of their amounts. */
export type ListTotals = {
  /** How many rows the filters leave, if that is exact; otherwise 10000, and there are more */
  count: number
  /** Whether all rows were counted: at most 10000 are */
  is_exact: boolean
  /** One for each amount and currency among the rows; empty if not all rows were counted, and for lists without amounts */
  sums: {
    /** The field of the rows that was summed */
    field: string
    /** The currency or the asset */
    currency: string
    /** The sum */
    amount: string
  }[]
}

/** The current version of a document, as a row of the list of all. */
export type ListedDocument = {
  /** The id of this version of the document, as in its events */
  id: string
  /** The organization that the document belongs to */
  organization_id: string
  /** Its short name, or its full name if it has none */
  organization_name: string
  /** The kind of document: an organization has one slot for each */
  kind: 'charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other'
  /** The number of the file in this slot: 1, 2, 3 … */
  version: number
  /** The name of the file, with the extension of its type */
  file_name: string
  /** The state of the review; `expired` is an approved document after its last day */
  status: 'pending' | 'approved' | 'rejected' | 'expired'
  /** When this version was uploaded */
  uploaded_at: string
  /** Who uploaded it: the id of an administrator or API key, or a name */
  uploaded_by: string
  /** The name of the same */
  uploaded_by_name: string
  /** The last day on which it is valid */
  expires_on: string | null
  /** Since when it waits for a review: the upload, or the end of a decision; null unless it is `pending` */
  waiting_since: string | null
}

/** Money that came for a purchase request, as a row of the list of all. */
export type ListedPayment = {
  /** The id of the payment */
  id: string
  /** The purchase request that the money came for */
  request_id: string
  /** Its number */
  request_number: string
  /** The organization of the request */
  organization_id: string
  /** Its short name, or its full name if it has none */
  organization_name: string
  /** The amount */
  amount: string
  /** The currency (ISO 4217) */
  currency: string
  /** When the money was received */
  received_at: string
  /** The reference of the payment, such as the number of the order */
  reference: string
  /** The tax number (INN) of the payer; null if it is not known */
  payer_inn: string | null
  /** The bank account of the payer; null if it is not known */
  payer_account: string | null
  /** Whether the payer is known and is not the organization */
  is_foreign_payer: boolean
  /** When somebody accepted the foreign payer */
  payer_accepted_at: string | null
  /** When the payment was reversed. It no longer counts */
  reversed_at: string | null
  /** When it was recorded */
  recorded_at: string
}

/** A wallet as a row of the list of all. */
export type ListedWallet = {
  /** The id of the wallet */
  id: string
  /** The organization that the wallet belongs to */
  organization_id: string
  /** Its short name, or its full name if it has none */
  organization_name: string
  /** The network of the wallet */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address of the wallet */
  address: string
  /** The number of the generation: 1, 2, 3 … */
  generation: number
  /** Whether it is in use, or was replaced by another one */
  status: 'current' | 'retired'
  /** One for each asset that can be on it */
  balances: {
    /** The coin, or a token of the network */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** Of a wallet of the desk, what the books have on it; otherwise what was delivered to it, and what transfers brought and took, with their fees. Below zero if coins came that are not recorded here */
    booked: string
    /** What the node said last; null if it was not asked */
    on_chain: string | null
    /** When the node said it */
    checked_at: string | null
  }[]
  /** What is missing of the coin of the network to pay the fee of a token that is on the wallet, as the node said last; null if nothing is, or if no node was asked */
  needs_fuel: {
    /** The coin of the network */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** How much is missing up to the usual highest fee */
    amount: string
  } | null
  /** The last delivery or confirmed transfer that is recorded here; null if there was none */
  last_used_at: string | null
  /** When the wallet was created */
  created_at: string
  /** When its secret was first read */
  exposed_at: string | null
}

/** What the line is: exactly one of the three. */
export type MatchChainLineBody = {
  /** The transfer of an own wallet that it is */
  transfer_id?: string | null | undefined
  /** Instead: the acquisition whose coins came with it */
  acquisition_id?: string | null | undefined
  /** Instead: the reversed delivery whose coins came back with it */
  delivery_id?: string | null | undefined
}

/** What a line is for: one request, several, or an organization. */
export type MatchStatementLineBody = {
  /** The parts. What they leave of an incoming line becomes a credit of the organization of the first one. */
  items: {
    /** The purchase request that the money is for */
    request_id?: string | undefined
    /** Instead of a request: the organization whose money it is, kept as its credit */
    organization_id?: string | undefined
    /** The part of the line */
    amount: string
  }[]
  /** Accepts that the one request gets more than its total and 10 %: an act under the policy */
  accept_overpayment?: boolean | undefined
}

/** The mnemonic of an organization. */
export type MnemonicResponse = {
  /** The organization that the mnemonic belongs to */
  organization_id: string
  /** The words, separated by spaces. Who has them has every wallet of the organization. */
  mnemonic: string
  /** The number of words */
  word_count: number
  /** The word list of BIP-39 */
  language: string
}

/** Money above the total of a purchase request becomes a credit of the organization. */
export type MoveSurplusBody = {
  /** The amount; all that is above the total and came with the last payment unless given */
  amount?: string | null | undefined
}

/** Transfers that are approved together. */
export type NewTransferBatchBody = {
  /** Transfers that nobody has asked to sign: of one network, and of one wallet of the desk */
  transfer_ids: string[]
  /** Why they are approved together */
  reason: string
}

/** Coins to send. */
export type NewTransferBody = {
  /** The organization whose coins are sent */
  organization_id: string
  /** The network on which the coins are sent */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The coin, or a token of the network */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The wallet that pays. It may be one of an older generation. */
  from_wallet_id: string
  /** The amount in base units (satoshi, wei, sun, lamport, nanoton; millionths of USDT or USDC), or `all`: what is there, less the fee */
  amount: string
  /** The entry of the address book that is paid, or a current wallet of the organization. Left out if a wallet of the desk delivers `request_id` of a client: then it is the destination of the request */
  address_id?: string | undefined
  /** The highest fee, in base units of the coin of the network */
  fee_ceiling: string
  /** Why the coins are sent */
  reason: string
  /** The purchase request that it delivers */
  request_id?: string | undefined
  /** A signed transfer that this one replaces: it spends the same input, nonce or seqno */
  replaces?: string | undefined
  /** It was compared in full (`address_looks_alike`). Those who approve see with what */
  compared_in_full?: boolean | undefined
}

/** Nothing more is told. */
export type NoData = {
}

/** Something that you are told of. */
export type Notice = {
  /** The id of the notice */
  id: string
  /** Why you are told */
  kind: 'mention' | 'assignment' | 'approval' | 'overdue' | 'expiring' | 'security'
  /** What it is about */
  subject: {
    /** The type of the object, or `work_queue` */
    type: string
    /** The id of the object, or the name of the queue */
    id: string
  }
  /** The organization that the object belongs to */
  organization_id: string | null
  /** The administrator who did it; null if none did */
  actor: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator now */
    name: string
  } | null
  /** More about it: the `number` of a request, the `document` kind, the `act` of an approval, the `queue`, the `count`, the `event` */
  details: Record<string, unknown>
  /** Since when it is there */
  at: string
  /** When it was read; null if it is unread */
  read_at: string | null
}

/** What you get by e-mail. */
export type NotificationSettings = {
  /** The language of e-mails; null: Russian if your name is written in Cyrillic letters, otherwise English */
  language: 'en' | 'ru' | null
  /** The kinds of notices that are also sent by e-mail, at once */
  mail: ('mention' | 'assignment' | 'approval' | 'overdue' | 'expiring' | 'security')[]
  /** The hour from which the daily digest of what waits is sent; null for none */
  digest_hour: number | null
  /** The IANA time zone of `digest_hour`; null for that of the service */
  time_zone: string | null
  /** Whether this installation sends e-mails */
  mail_enabled: boolean
  /** Where they are sent */
  email: string
}

/** A page of a list. */
export type OrganizationCommentListResponse = {
  /** The objects on this page */
  items: OrganizationCommentResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A comment on an organization. */
export type OrganizationCommentResponse = {
  /** The id of the comment */
  id: string
  /** The organization */
  organization_id: string
  /** The text */
  comment: string
  /** Who is mentioned */
  mentions: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator now */
    name: string
  }[]
  /** The files */
  attachments: CommentAttachment[]
  /** Who did it */
  actor: Actor
  /** When it was written */
  at: string
}

/** What events tell of an organization. */
export type OrganizationData = {
  /** The version of the object after the event */
  version: number
  /** Where its check stands */
  kyb_status: string
}

/** A page of a list. */
export type OrganizationListResponse = {
  /** The objects on this page */
  items: OrganizationResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A page of a list. */
export type OrganizationPersonListResponse = {
  /** The objects on this page */
  items: OrganizationPersonResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A person or a company behind an organization: who directs, owns or represents it. */
export type OrganizationPersonResponse = {
  /** The id of the person */
  id: string
  /** The organization */
  organization_id: string
  /** What the person is to the organization. The first `director` and the first `contact` are those of the organization. */
  role: 'director' | 'owner' | 'representative' | 'contact'
  /** A person or a company. It cannot change. */
  schema: 'Person' | 'Company'
  /** The name, in the script of its country */
  name: string
  /** The name in Latin letters, as in a passport */
  name_latin: string | null
  /** The birth date; only of a person */
  birth_date: string | null
  /** The citizenship of a person, or the country of a company (ISO 3166-1 alpha-2, capital letters) */
  citizenship: string | null
  /** The tax number (INN): 12 digits of a person, 10 of a company */
  inn: string | null
  /** The share in percent, with at most 4 decimal places; only of an owner. It is the share of the organization or, with `parent_id`, of that company. Shares of the same company add up to at most 100. */
  share: string | null
  /** The company through which it owns the organization: another of the people, with the schema `Company`; null for a direct owner */
  parent_id: string | null
  /** The identity document; only of a person */
  identity_document: {
    /** The kind of document */
    type: 'passport' | 'travel_passport' | 'id_card' | 'residence_permit' | 'other'
    /** The number, masked */
    number: string
    /** The day on which it was issued */
    issued_on: string | null
  } | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the person was added */
  created_at: string
  /** When the person was last changed */
  updated_at: string
}

/** An organization: a company, a sole trader or a foreign company. */
export type OrganizationResponse = {
  /** The id of the organization */
  id: string
  /** A company, a sole trader, or a foreign company */
  type: 'legal' | 'individual' | 'foreign'
  /** The tax number (INN): 10 digits of a company, 12 of a sole trader; null for foreign companies */
  inn: string | null
  /** The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader; null for foreign companies */
  ogrn: string | null
  /** The reason code of the registration (KPP) of a company or of its branch */
  kpp: string | null
  /** The full name */
  full_name: string
  /** The short name */
  short_name: string | null
  /** The country of registration (ISO 3166-1 alpha-2, capital letters) */
  country: string | null
  /** The number in the register of that country. No two foreign companies of a country have the same. */
  registration_number: string | null
  /** The legal entity identifier (LEI, ISO 17442) */
  lei: string | null
  /** The status in the state register */
  registry_status: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown'
  /** The day of the registration */
  registration_date: string | null
  /** The day of the liquidation */
  liquidation_date: string | null
  /** The address in the state register */
  legal_address: string | null
  /** The address where it works */
  actual_address: string | null
  /** The code of the main activity (OKVED) */
  okved_main: string | null
  /** The person who may sign for the organization. If people of the role `director` are kept, it is the first of them. */
  director: {
    /** The name of the director */
    name: string
    /** The post of the director */
    post: string | null
    /** The tax number (INN) of the director as a person */
    inn: string | null
  } | null
  /** The person to talk to. If people of the role `contact` are kept, it is the first of them. */
  contact: {
    /** The name of the person to talk to */
    name: string | null
    /** The e-mail address */
    email: string | null
    /** The telephone number */
    phone: string | null
  } | null
  /** Why no owner of more than 25 % is named among the people, such as a listing on an exchange */
  ownership_statement: string | null
  /** The account for payments. A change puts an approved `bank-details` document back to pending. */
  bank_details: {
    /** The code of the bank (BIK) */
    bik: string
    /** The name of the bank */
    bank_name: string | null
    /** The account of the organization */
    settlement_account: string
    /** The account of the bank with the central bank */
    correspondent_account: string | null
    /** The currency of the account */
    currency: string
  } | null
  /** The state of the check of the organization (KYB) */
  kyb_status: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended'
  /** Why it was rejected or suspended; `requisites_changed` if a change requires a new review */
  kyb_reason: string | null
  /** What the decision about `kyb_status` lacked, such as a sanctions list: then nobody was screened */
  kyb_warnings: ('no_sanctions_list')[]
  /** Which documents there are, and in which state */
  documents_summary: {
    /** The kinds of documents that are required */
    required: ('charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other')[]
    /** The required kinds that were not uploaded */
    missing: ('charter' | 'inn-certificate' | 'ogrn-certificate' | 'bank-details' | 'kyc-representative' | 'power-of-attorney' | 'other')[]
    /** The number of documents that wait for a review */
    pending: number
    /** The number of approved documents that are valid today */
    approved: number
    /** The number of rejected documents */
    rejected: number
    /** The number of approved documents that are no longer valid */
    expired: number
  }
  /** The number of wallets */
  wallets_count: number
  /** Whether it is a company of the desk itself: then its wallets deliver to clients, and nobody decides its KYB */
  own: boolean
  /** The id in a system of yours. No two organizations have the same. */
  external_id: string | null
  /** Notes for your colleagues */
  notes: string | null
  /** Whether the caller gave the requisites, or the party register completed them */
  source: 'manual' | 'register'
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the organization was created */
  created_at: string
  /** When the organization was last changed */
  updated_at: string
  /** Who created the organization: the id of an administrator or API key, or a name */
  created_by: string
}

/** What the lists say about an organization. */
export type OrganizationScreeningResponse = {
  /** The worst state of its parties */
  state: 'not_screened' | 'pending' | 'clear' | 'hit'
  /** Whether a list is older than allowed */
  is_stale: boolean
  /** The lists that were looked at */
  lists: string[]
  /** The organization itself first; payers and addresses with hits only, at most 200 */
  parties: ScreenedPartyResponse[]
}

/** Figures for the overview page. */
export type OverviewResponse = {
  /** The number of purchase requests of each status */
  requests_by_status: Record<string, number>
  /** The money that clients still have to pay, by currency, and the coins that are still to be delivered to them, by asset */
  open_amounts: {
    /** What is still to come: `payment` from clients, or `delivery` to them; the filter of the list of requests has the same name */
    awaits: 'payment' | 'delivery'
    /** The currency of the money, the asset of the coins */
    unit: string
    /** What is missing of these requests in all: what was paid or delivered so far does not count */
    amount: string
    /** The number of these requests */
    requests: number
  }[]
  /** Open requests of the caller, oldest first */
  assigned_to_me: {
    /** The id of the purchase request */
    id: string
    /** Its number */
    number: string
    /** Its status */
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** Since when it has this status */
    since: string
    /** The administrator it is assigned to */
    assignee_id: string | null
    /** The organization that buys */
    organization_id: string
    /** The organization that buys, as people know it */
    organization: {
      /** The tax number (INN); null for foreign companies */
      inn: string | null
      /** The short name */
      short_name: string | null
    }
  }[]
  /** Open requests of others and without assignee, oldest first */
  waiting_longest: {
    /** The id of the purchase request */
    id: string
    /** Its number */
    number: string
    /** Its status */
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** Since when it has this status */
    since: string
    /** The administrator it is assigned to */
    assignee_id: string | null
    /** The organization that buys */
    organization_id: string
    /** The organization that buys, as people know it */
    organization: {
      /** The tax number (INN); null for foreign companies */
      inn: string | null
      /** The short name */
      short_name: string | null
    }
  }[]
  /** The number of documents that wait for a review */
  documents_to_review: number
  /** The number of organizations of each KYB status */
  organizations_by_kyb_status: Record<string, number>
}

/** A page of a list. */
export type PaperListResponse = {
  /** The objects on this page */
  items: PaperResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** An invoice or an act, as it was issued. */
export type PaperResponse = {
  /** The id of the paper */
  id: string
  /** The purchase request */
  request_id: string
  /** The company of the desk that issued it */
  company_id: string
  /** An invoice (счёт на оплату), or the act of completion */
  kind: 'invoice' | 'act'
  /** Number without gaps for each company, kind and year */
  number: string
  /** The language of the paper */
  language: 'ru' | 'en'
  /** The currency of the amount (ISO 4217) */
  currency: string
  /** What an invoice asks for, or what an act is about */
  amount: string
  /** The date of the paper */
  date: string
  /** The VAT that the paper names, from the company; null if the paper has no such data */
  vat: {
    /** The rate in percent; null without VAT */
    rate: string | null
    /** What is in the amount; null without a rate */
    amount: string | null
    /** Without a rate: the legal ground, as printed */
    ground: string | null
  } | null
  /** The text of the payment QR code (GOST R 56042-2014); null unless it is an invoice in roubles */
  payment_qr: string | null
  /** The PDF; null until it is rendered, which takes about a second */
  file: {
    /** The name of the file */
    name: string
    /** Its size in bytes */
    size: number
    /** Its SHA-256 in hex */
    sha256: string
  } | null
  /** Set if the paper no longer holds. Its number is not used again, and its file stays */
  voided: {
    /** Why it no longer holds */
    reason: string
    /** When it was voided */
    at: string
    /** The name of the person who voided it */
    by: string
  } | null
  /** When it was issued */
  issued_at: string
  /** The name of the person or API key that issued it */
  issued_by: string
}

/** The party register, and the import of it. */
export type PartyRegisterResponse = {
  /** Parties in the register; 0 until the first import */
  parties: number
  /** The import that is searched; null until the first one */
  current: {
    /** Number of the import */
    generation: number
    /** `published` is searched, `replaced` was until a later import; `failed` has changed nothing */
    status: 'running' | 'published' | 'replaced' | 'failed'
    /** When it started */
    started_at: string
    /** When it ended */
    ended_at: string | null
    /** Who imports; null of imports before this was kept */
    started_by: {
      /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
      kind: string
      /** The id of the administrator or API key */
      id: string | null
      /** The name at that time */
      name: string
    } | null
    /** The files */
    files: {
      /** Its name */
      name: string
      /** What it was; null until that is known */
      format: string | null
      /** Parties read from it */
      parties: number
      /** Valid rows that were not imported */
      skipped: number
      /** Invalid rows */
      rejected: number
    }[]
    /** What it does; null once it has ended */
    phase: 'reading' | 'indexing' | 'publishing' | null
    /** How much of the files has been read */
    read_bytes: number
    /** Size of the files */
    total_bytes: number
    /** Parties read so far, or in the register that it made */
    parties: number
    /** Valid rows that are not imported */
    skipped: number
    /** Rows that a later one replaced */
    replaced: number
    /** Invalid rows */
    rejected: number
    /** The first hundred of the invalid rows */
    rejections: {
      /** The file */
      file: string
      /** The line */
      line: number
      /** What is wrong */
      fault: string
    }[]
    /** Why it has changed nothing */
    failure: {
      /** Why it failed */
      code: 'damaged' | 'unknown_format' | 'not_utf8' | 'too_large' | 'no_parties' | 'interrupted' | 'storage_full' | 'out_of_memory' | 'failed'
      /** The same, for people */
      detail: string
    } | null
  } | null
  /** The import that began last, whatever became of it */
  latest: {
    /** Number of the import */
    generation: number
    /** `published` is searched, `replaced` was until a later import; `failed` has changed nothing */
    status: 'running' | 'published' | 'replaced' | 'failed'
    /** When it started */
    started_at: string
    /** When it ended */
    ended_at: string | null
    /** Who imports; null of imports before this was kept */
    started_by: {
      /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
      kind: string
      /** The id of the administrator or API key */
      id: string | null
      /** The name at that time */
      name: string
    } | null
    /** The files */
    files: {
      /** Its name */
      name: string
      /** What it was; null until that is known */
      format: string | null
      /** Parties read from it */
      parties: number
      /** Valid rows that were not imported */
      skipped: number
      /** Invalid rows */
      rejected: number
    }[]
    /** What it does; null once it has ended */
    phase: 'reading' | 'indexing' | 'publishing' | null
    /** How much of the files has been read */
    read_bytes: number
    /** Size of the files */
    total_bytes: number
    /** Parties read so far, or in the register that it made */
    parties: number
    /** Valid rows that are not imported */
    skipped: number
    /** Rows that a later one replaced */
    replaced: number
    /** Invalid rows */
    rejected: number
    /** The first hundred of the invalid rows */
    rejections: {
      /** The file */
      file: string
      /** The line */
      line: number
      /** What is wrong */
      fault: string
    }[]
    /** Why it has changed nothing */
    failure: {
      /** Why it failed */
      code: 'damaged' | 'unknown_format' | 'not_utf8' | 'too_large' | 'no_parties' | 'interrupted' | 'storage_full' | 'out_of_memory' | 'failed'
      /** The same, for people */
      detail: string
    } | null
  } | null
}

/** A company or sole trader of the party register. */
export type PartySearchItem = {
  /** The tax number (INN); empty of a foreign company without one */
  inn: string
  /** The number in the state register (OGRN); empty of a foreign company */
  ogrn: string
  /** The reason code of the registration (KPP) */
  kpp: string | null
  /** A company, a sole trader, or a foreign company of ours */
  type: 'legal' | 'individual' | 'foreign'
  /** The full name */
  full_name: string
  /** The short name */
  short_name: string | null
  /** The status in the state register */
  status: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown'
  /** The day of the registration */
  registration_date: string | null
  /** The day of the liquidation */
  liquidation_date: string | null
  /** The name of the director */
  director_name: string | null
  /** The address */
  address: string | null
  /** The code of the region */
  region_code: string | null
  /** The code of the main activity (OKVED) */
  okved_main: string | null
  /** The category as a small or medium enterprise */
  sme_category: 'micro' | 'small' | 'medium' | null
  /** The organization, if the party is already one */
  organization_id: string | null
  /** Why the party was found */
  match: {
    /** The field that matches the search */
    field: 'inn' | 'ogrn' | 'name' | 'director'
    /** Its text, with ⟦ and ⟧ around what matches */
    highlight: string
  }
  /** Where the entry comes from */
  source: 'rsmp' | 'gleif' | 'file' | 'organization'
  /** The day of the entry in the source */
  actual_on: string | null
}

/** A page of a list. */
export type PartySearchListResponse = {
  /** The objects on this page */
  items: PartySearchItem[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** The result of `navigator.credentials.get`, as WebAuthn JSON (`toJSON()`). */
export type PasskeyAssertion = {
  /** The id of the credential, base64url */
  id: string
  /** The same as `id` */
  rawId: string
  /** Always `public-key` */
  type: 'public-key'
  /** The response of the authenticator */
  response: {
    /** What the browser told the authenticator */
    clientDataJSON: string
    /** What the authenticator says about itself */
    authenticatorData: string
    /** The signature over both */
    signature: string
    /** The id of the administrator, base64url */
    userHandle?: string | null | undefined
  }
}

/** What `navigator.credentials.create` is called with, as WebAuthn JSON. */
export type PasskeyCreationOptions = {
  /** What the authenticator signs, base64url. It can be used once, within five minutes. */
  challenge: string
  /** The service that the passkey is for */
  rp: {
    /** The host name of `KONTOR_PUBLIC_URL`, or `localhost` */
    id: string
    /** The name of the service */
    name: string
  }
  /** The person whom the passkey belongs to */
  user: {
    /** The id of the administrator, base64url */
    id: string
    /** The e-mail address */
    name: string
    /** The name */
    displayName: string
  }
  /** The algorithms that are accepted */
  pubKeyCredParams: {
    /** COSE number of the algorithm */
    alg: number
    /** Always `public-key` */
    type: 'public-key'
  }[]
  /** How many milliseconds the person has */
  timeout: number
  /** The maker of the authenticator need not be proven */
  attestation: 'none'
  /** What the authenticator must be able to do */
  authenticatorSelection: {
    /** The passkey is found without an e-mail address */
    residentKey: 'required'
    /** The same, for older browsers */
    requireResidentKey: boolean
    /** The authenticator checks the person */
    userVerification: 'required'
  }
  /** Passkeys that the person has already */
  excludeCredentials: {
    /** The id of the credential, base64url */
    id: string
    /** Always `public-key` */
    type: 'public-key'
    /** How the browser reaches it */
    transports: string[]
  }[]
}

/** Your passkeys. */
export type PasskeyListResponse = {
  /** All your passkeys, the oldest first; at most 20 */
  items: PasskeyResponse[]
}

/** The result of `navigator.credentials.create`, as WebAuthn JSON (`toJSON()`). */
export type PasskeyRegistration = {
  /** The id of the credential, base64url */
  id: string
  /** The same as `id` */
  rawId: string
  /** Always `public-key` */
  type: 'public-key'
  /** The response of the authenticator */
  response: {
    /** What the browser told the authenticator */
    clientDataJSON: string
    /** The new public key and its attestation */
    attestationObject: string
    /** How the browser reaches the authenticator */
    transports?: string[] | undefined
  }
}

/** What `navigator.credentials.get` is called with, as WebAuthn JSON. */
export type PasskeyRequestOptions = {
  /** What the authenticator signs, base64url. It can be used once, within five minutes. */
  challenge: string
  /** The host name of `KONTOR_PUBLIC_URL`, or `localhost` */
  rpId: string
  /** How many milliseconds the person has */
  timeout: number
  /** The authenticator checks the person */
  userVerification: 'required'
  /** The passkeys that may answer; empty if any passkey for this service may */
  allowCredentials: {
    /** The id of the credential, base64url */
    id: string
    /** Always `public-key` */
    type: 'public-key'
    /** How the browser reaches it */
    transports: string[]
  }[]
}

/** A passkey of yours. */
export type PasskeyResponse = {
  /** The id of the passkey */
  id: string
  /** The id that the authenticator gave to it */
  credential_id: string
  /** The name that you gave to it */
  name: string
  /** How the browser reaches it */
  transports: string[]
  /** Whether it is copied to your other devices */
  backed_up: boolean
  /** When it was added */
  created_at: string
  /** When it was last used */
  last_used_at: string | null
}

/** A sign-in with a passkey. */
export type PasskeySignInRequest = {
  /** The answer to the options */
  credential: PasskeyAssertion
}

/** The passkey that is about to be added. */
export type PasskeySignatureOptionsRequest = {
  /** The new passkey */
  credential: PasskeyRegistration
}

/** How an existing passkey signs that the new one is added. */
export type PasskeySignatureOptionsResponse = {
  /** What `navigator.credentials.get` is called with; null for the first passkey, which needs no signature */
  options: {
    /** What the authenticator signs, base64url. It can be used once, within five minutes. */
    challenge: string
    /** The host name of `KONTOR_PUBLIC_URL`, or `localhost` */
    rpId: string
    /** How many milliseconds the person has */
    timeout: number
    /** The authenticator checks the person */
    userVerification: 'required'
    /** The passkeys that may answer; empty if any passkey for this service may */
    allowCredentials: {
      /** The id of the credential, base64url */
      id: string
      /** Always `public-key` */
      type: 'public-key'
      /** How the browser reaches it */
      transports: string[]
    }[]
  } | null
}

/** For whom a link to set a password is. */
export type PasswordLinkResponse = {
  /** The name of the person for whom the link is */
  name: string
  /** The e-mail address with which they sign in */
  email: string
  /** Whether the person has never signed in; otherwise the link is for a reset */
  is_invitation: boolean
  /** Until when the link works */
  expires_at: string
  /** If the link is one half: the people who have the other one. Empty if it is whole. */
  half_from: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
  }[]
}

/** A file of payment orders. */
export type PaymentFileData = {
  /** The id of the file */
  id: string
  /** The account that pays */
  account: string
  /** The date of the orders */
  day: string
  /** The sum of the orders */
  amount: string
  /** How many orders */
  orders: number
}

/** A page of a list. */
export type PaymentFileListResponse = {
  /** The objects on this page */
  items: PaymentFileResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A file of payment orders that pay refunds. */
export type PaymentFileResponse = {
  /** The id of the file */
  id: string
  /** The own account in roubles that pays */
  account: string
  /** The date of the payment orders */
  day: string
  /** The sum of the orders */
  amount: string
  /** How many orders it has */
  orders_count: number
  /** How many of them lines of statements have executed */
  executed_count: number
  /** `open`: some of its orders are still to be paid; `done`: none is; `voided`: it must not be sent to the bank */
  status: 'open' | 'done' | 'voided'
  /** When it was made */
  made_at: string
  /** Who made it */
  made_by: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
  }
  /** Set if the file must not be sent to the bank any more */
  voided: {
    /** When it was voided */
    at: string
    /** Who voided it */
    by: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
    }
    /** Why */
    reason: string
  } | null
  /** Its orders; absent in the list of files */
  orders?: PaymentOrder[] | undefined
}

/** A page of a list. */
export type PaymentListResponse = {
  /** The objects on this page */
  items: PaymentResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A payment order of a file. */
export type PaymentOrder = {
  /** The refund */
  refund_id: string
  /** The purchase request; null for a refund of a credit */
  request_id: string | null
  /** The organization that gets its money back */
  organization_id: string
  /** The amount in roubles */
  amount: string
  /** Its number */
  number: string
  /** Who gets the money */
  receiver: {
    /** The name of the organization */
    name: string
    /** Its tax number */
    inn: string
    /** The account that the money goes to */
    account: string
    /** The code of its bank (BIK) */
    bik: string
    /** The name of its bank */
    bank_name: string
  }
  /** The purpose of the payment */
  purpose: string
  /** The line of a statement that executed it */
  line_id: string | null
  /** Why it is no longer to be paid */
  released: 'voided' | 'again' | 'reversed' | null
}

/** Money that came for a purchase request. */
export type PaymentResponse = {
  /** `payment`: it belongs to the request. `credit`: the request took no money, so it is kept as a credit of the organization, and `id` is the id of the credit */
  kind: 'payment' | 'credit'
  /** The id of the payment, or of the credit */
  id: string
  /** The purchase request */
  request_id: string
  /** The credit that it was taken from, or that it became */
  credit_id: string | null
  /** The amount */
  amount: string
  /** The currency (ISO 4217) */
  currency: string
  /** When the money was received */
  received_at: string
  /** The reference of the payment, such as the number of the order */
  reference: string
  /** The tax number (INN) of the payer; null if it is not known */
  payer_inn: string | null
  /** The name of the payer; null if it is not known */
  payer_name: string | null
  /** The bank account of the payer; null if it is not known */
  payer_account: string | null
  /** The own account that it came to; null if it is not known */
  own_account: string | null
  /** Whether the payer is named and is not the organization. Nothing is delivered until somebody accepts it */
  is_foreign_payer: boolean
  /** Whether it names no payer, and nobody has accepted that. It blocks a delivery only if the policy says so */
  payer_unknown: boolean
  /** Who accepted the payer */
  payer_accepted: {
    /** Who did it */
    by: Actor
    /** When */
    at: string
    /** Why */
    reason: string
  } | null
  /** Who reversed the payment. It no longer counts */
  reversed: {
    /** Who did it */
    by: Actor
    /** When */
    at: string
    /** Why */
    reason: string
  } | null
  /** The line of a bank statement that it was matched with */
  statement_line_id: string | null
  /** Who did it */
  recorded_by: Actor
  /** When it was recorded */
  recorded_at: string
}

/** What events tell of a person: nothing personal. */
export type PersonData = {
  /** What the person is to the organization */
  role: string
  /** `Person` or `Company` */
  schema: string
  /** The version of the object after the event */
  version: number
}

/** The plan of accounts. */
export type PlanData = {
  /** The version of the object after the event */
  version: number
}

/** Which account of the company's plan each account of the books is. */
export type PlanResponse = {
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** Which account of the plan each account of the books is. The longest pattern that fits counts; of two alike, the one that is not for `any`. */
  rules: {
    /** An account of the books, or the beginning of its name with `:*` for the rest */
    pattern: string
    /** Only accounts in roubles, in other currencies, or in coins; `any` for all of them */
    commodity: 'any' | 'rouble' | 'foreign' | 'asset'
    /** The account of the company's plan */
    account: string
  }[]
  /** Accounts of the books that no rule fits, without which no journal can be written: at most 100 */
  unmapped: {
    /** The account of the books */
    account: string
    /** A currency (ISO 4217) or an asset */
    commodity: string
  }[]
  /** When it was set; null for the usual plan */
  changed_at: string | null
  /** Who set it; null for the usual plan */
  changed_by: {
    /** The id of the administrator or API key */
    id: string
    /** Their name, as it was then */
    name: string
  } | null
}

/** The policy. */
export type PolicyData = {
  /** The version of the object after the event */
  version: number
}

/** What the last 30 days would have needed. */
export type PolicyPreviewResponse = {
  /** The acts since this time were tried */
  from: string
  /** The acts that were done, by what the rules would have asked of them */
  acts: {
    /** The act */
    act: 'organization.decide_kyb' | 'document.review' | 'wallet.reveal' | 'wallet.replace' | 'address.add' | 'transfer.sign' | 'transfer.release' | 'transfer.confirm' | 'signing.start' | 'policy.change' | 'request.approve' | 'payment.record' | 'credit.allocate' | 'request.complete' | 'request.accept_deviation' | 'payment.reverse' | 'request.refund' | 'refund.reverse' | 'delivery.reverse' | 'books.post' | 'rates.set' | 'books.revalue' | 'treasury.acquire' | 'refund.order' | 'books.close' | 'books.reopen' | 'statement.import' | 'screening.decide' | 'screening.import' | 'administrator.create' | 'administrator.change_role' | 'administrator.enable' | 'administrator.disable' | 'administrator.reset' | 'api_key.create' | 'webhook.save'
    /** How often it was done */
    total: number
    /** How many of these would have needed approvals */
    approvals: number
    /** How many would have been refused to the person */
    separated: number
    /** How many would have been above a limit */
    limited: number
  }[]
  /** Why `PUT /v1/policy` would refuse these rules; empty if it would not */
  faults: {
    /** The index of the rule; null for a rule that is missing */
    rule: number | null
    /** Stable code of the fault */
    code: string
    /** One sentence for people */
    msg: string
    /** With `not_enough_people`: people who are not counted, because their account counts as somebody else */
    dependent: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
      /** The people whom the account counts as */
      counts_as: {
        /** The id of the administrator */
        id: string
        /** The name of the administrator */
        name: string
      }[]
      /** The command with which somebody on the machine confirms that the account belongs to a person of its own; only owners see it */
      command: string | null
    }[]
    /** With `not_enough_people`: `founding`, the people of today can declare themselves independent; `confirm`, run the command for each name; `create`, there are too few people */
    way_out: 'founding' | 'confirm' | 'link' | 'wait' | 'create' | null
  }[]
}

/** Which acts need a fresh proof, other people, or limits. */
export type PolicyResponse = {
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** The rules that were set with `PUT /v1/policy` */
  rules: PolicyRule[]
  /** The rules of the environment. They always apply as well: nobody can set less from inside. */
  floor: PolicyRule[]
  /** When the rules were last changed; null for the first policy */
  changed_at: string | null
  /** Who changed the rules */
  changed_by: {
    /** The id of the administrator */
    id: string | null
    /** The name of the administrator */
    name: string
  } | null
}

/** What an act needs. */
export type PolicyRule = {
  /** The act that the rule is about */
  act: 'organization.decide_kyb' | 'document.review' | 'wallet.reveal' | 'wallet.replace' | 'address.add' | 'transfer.sign' | 'transfer.release' | 'transfer.confirm' | 'signing.start' | 'policy.change' | 'request.approve' | 'payment.record' | 'credit.allocate' | 'request.complete' | 'request.accept_deviation' | 'payment.reverse' | 'request.refund' | 'refund.reverse' | 'delivery.reverse' | 'books.post' | 'rates.set' | 'books.revalue' | 'treasury.acquire' | 'refund.order' | 'books.close' | 'books.reopen' | 'statement.import' | 'screening.decide' | 'screening.import' | 'administrator.create' | 'administrator.change_role' | 'administrator.enable' | 'administrator.disable' | 'administrator.reset' | 'api_key.create' | 'webhook.save'
  /** When the rule applies. A condition that cannot be judged, such as that of a currency that is not named, counts as met. */
  when?: {
    /** Only amounts of at least this, by currency */
    amount_at_least?: Record<string, string> | undefined
    /** Only amounts above this, by currency */
    amount_above?: Record<string, string> | undefined
    /** Only of `screening.import`: only imports that remove at least this many entries of the list. Another kind for the list counts as the removal of all */
    removes_at_least?: number | undefined
  } | undefined
  /** How fresh the proof of the person must be; otherwise the default of the act */
  fresh?: {
    /** The greatest age of the last sign-in or re-authentication, in seconds */
    max_age?: number | undefined
    /** Whether it must have been made with a passkey */
    passkey?: boolean | undefined
  } | undefined
  /** How many other people must approve */
  approvals?: number | undefined
  /** The roles of those who may approve */
  from?: ('owner' | 'custodian' | 'officer' | 'operator' | 'auditor')[] | undefined
  /** Not the person who did this before. The work of an API key is the work of who created it. */
  separate?: 'created' | 'uploaded' | 'took_into_review' | undefined
  /** How often or how much in 24 hours */
  limit?: {
    /** Whose acts are counted together */
    per: 'person' | 'organization'
    /** How many acts in 24 hours */
    times?: number | undefined
    /** How much in 24 hours, by currency. A currency that is not named is above its limit. */
    sums?: Record<string, string> | undefined
  } | undefined
  /** Whether the header `Kontor-Reason` must be sent */
  reason?: 'optional' | 'required' | undefined
  /** Only of `address.add`: how many seconds after it was added an address can be used. The longest of all rules counts */
  cooling_off?: number | undefined
  /** Only of `address.add`: coins are sent to nothing but own wallets (`own_wallets`), or to these and to addresses whose owner has signed a message (`proven`). The strictest of all rules counts */
  only?: 'own_wallets' | 'proven' | undefined
  /** Only of `transfer.sign` and `request.complete`: every payment of the request names who has paid, or somebody has accepted it */
  payer?: 'known' | undefined
  /** Only of `transfer.sign` and `request.complete`: every payment of the request is a line of a bank statement */
  paid_by?: 'statement' | undefined
}

/** What the desk had and owed, day by day. */
export type PositionHistoryResponse = {
  /** The first day */
  from: string
  /** Today */
  to: string
  /** The assets that were held or owed on one of the days */
  items: {
    /** The asset */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** Each day, the first one first */
    days: {
      /** The day */
      day: string
      /** What wallets of the desk had by the books at the end of the day */
      held: string
      /** What clients had paid for and not got at the end of the day */
      owed: string
    }[]
  }[]
}

/** What the desk has, and what it owes. */
export type PositionResponse = {
  /** By asset and network */
  items: {
    /** The asset */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** The network */
    network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
    /** What the books have */
    held: string
    /** What the node of the network said last; null if none has said anything */
    on_chain: string | null
    /** When it said so: of several wallets the longest ago */
    checked_at: string | null
    /** Signed or sent, and not confirmed; with the network fee */
    reserved: string
    /** Paid for by clients, not delivered, and not on its way */
    owed: string
    /** Approved, and not paid yet */
    promised: string
    /** `held` less `reserved` and `owed`: negative if something must be bought */
    free: string
    /** `on_chain` less `held`; null if no node has said anything */
    difference: string | null
    /** What of the difference is explained by lines of chain statements: those that were set aside or are too small to count, and transfers that the chain has and the books not yet; null if no node has said anything */
    explained: string | null
    /** `difference` less `explained`: zero if every transaction is known and belongs to something; null if no node has said anything */
    unexplained: string | null
    /** Transactions of own wallets that nobody has said anything of yet */
    open_lines: number
    /** The wallets of the desk that have some of it, or had */
    wallets: {
      /** The wallet */
      wallet_id: string
      /** The company of the desk */
      company_name: string
      /** Its address */
      address: string
      /** What the books have */
      held: string
      /** What the node of the network said last; null if none has said anything */
      on_chain: string | null
      /** When it said so */
      checked_at: string | null
      /** Signed or sent, and not confirmed; with the network fee */
      reserved: string
      /** `on_chain` less `held`; null if no node has said anything */
      difference: string | null
      /** What of the difference is explained by lines of chain statements: those that were set aside or are too small to count, and transfers that the chain has and the books not yet; null if no node has said anything */
      explained: string | null
      /** `difference` less `explained`: zero if every transaction is known and belongs to something; null if no node has said anything */
      unexplained: string | null
      /** Transactions of own wallets that nobody has said anything of yet */
      open_lines: number
    }[]
  }[]
}

/** Whose coins came back to another own wallet than they have left. */
export type PostChainMoveBody = {
  /** The reversed delivery whose coins came back with the line */
  delivery_id: string
}

/** The account of the short list that a line is posted to. */
export type PostStatementLineBody = {
  /** What the line is. `bank_fee`: a fee of the bank (`expenses:bank`); `tax`: a tax or its refund (`liabilities:tax`); `transit`: a transfer between two own accounts, whose other line is posted in the same way (`assets:transit`); `exchange`: a side of a purchase or sale of currency (`assets:exchange`), which its other line settles; `other`: anything else, which `text` says (`expenses:other` for money that went out, `income:other` for money that came in); `counterparty`: a payment for the acquisition `acquisition_id` to whoever sold the coins (`liabilities:counterparty`) */
  account: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'counterparty' | 'other'
  /** What it is, for people; needed for `other`, otherwise the purpose of the line unless given */
  text?: string | undefined
  /** The acquisition that the line pays for: needed for `counterparty`, and for no other account */
  acquisition_id?: string | null | undefined
  /** The line of the other side of the exchange, which is posted as `exchange` already: both are settled. Only for `exchange`; the line itself may be posted as one already */
  exchange_line_id?: string | null | undefined
}

/** A rule that suggests an account. */
export type PostingRuleData = {
  /** The id of the rule */
  id: string
}

/** A page of a list. */
export type PostingRuleListResponse = {
  /** The objects on this page */
  items: PostingRuleResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A rule that suggests an account for lines of statements. Nothing is posted by it. */
export type PostingRuleResponse = {
  /** The id of the rule */
  id: string
  /** What the purpose of the line has */
  contains: string
  /** Only lines of this direction; null: both */
  direction: 'incoming' | 'outgoing' | null
  /** What such a line is */
  account: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'other'
  /** The text to suggest; null: the purpose of the line */
  text: string | null
  /** When it was made */
  created_at: string
  /** Who made it */
  created_by: {
    /** The id of the administrator or API key, or a name */
    id: string
    /** Their name, as it was then */
    name: string
  }
}

/** A policy to try. */
export type PreviewPolicyBody = {
  /** The rules to try */
  rules: PolicyRule[]
}

/** What the founders are asked to confirm. */
export type ProposeFoundingBody = {
  /** The policy that is to be set afterwards with `PUT /v1/policy`. At least one rule asks for two people. */
  rules: PolicyRule[]
}

/** What blocks a step, with the values that are needed to resolve it. */
export type PurchaseRequestBlocker = {
  /** Stable code of the blocker */
  code: 'kyb_not_approved' | 'organization_liquidated' | 'document_missing' | 'document_pending' | 'document_rejected' | 'document_expired' | 'wallet_missing' | 'wallet_retired' | 'address_removed' | 'address_not_allowed' | 'address_cooling_off' | 'destination_unproven' | 'approval_unproven' | 'quote_expired' | 'second_administrator' | 'underpaid' | 'foreign_payer' | 'payer_unknown' | 'not_on_statement' | 'screening_hit' | 'screening_stale' | 'screening_failed' | 'no_sanctions_list' | 'ownership_unexplained'
  /** One sentence for people */
  detail: string
  [name: string]: string
}

/** A page of a list. */
export type PurchaseRequestCommentListResponse = {
  /** The objects on this page */
  items: PurchaseRequestCommentResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A comment on a purchase request. */
export type PurchaseRequestCommentResponse = {
  /** The id of the comment */
  id: string
  /** The purchase request */
  request_id: string
  /** The text */
  comment: string
  /** Who is mentioned */
  mentions: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator now */
    name: string
  }[]
  /** The files */
  attachments: CommentAttachment[]
  /** Who did it */
  actor: Actor
  /** When it was written */
  at: string
}

/** What events tell of a purchase request: enough to act on, but no personal data. */
export type PurchaseRequestData = {
  /** The id of the purchase request */
  id: string
  /** Number without gaps within a year, such as PR-2026-000123 */
  number: string
  /** The organization that buys */
  organization_id: string
  /** The id in a system of yours. No two requests have the same. */
  external_id: string | null
  /** The status */
  status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  /** Why it has this status */
  reason_code: string | null
  /** The asset to buy */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The network on which the asset is delivered */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The amount of the asset, as a decimal number */
  crypto_amount: string
  /** The currency of the price: an active code of ISO 4217 */
  fiat_currency: string
  /** What the organization pays: `fiat_amount` + `fee_amount` */
  total_amount: string
  /** The payments of the organization; null while there is none */
  payment: {
    /** The reference of the first payment */
    reference: string
    /** What was received: the sum of all payments that were not reversed */
    received_amount: string
    /** When the first payment was received */
    received_at: string
    /** What is unusual: less than the total, more than it, or money that came after the quote expired */
    exception: 'partial' | 'over' | 'late' | null
  } | null
  /** The hash of the last transaction that delivered the asset */
  tx_hash: string | null
  /** The version of the object after the event */
  version: number
}

/** A change of the status of a purchase request, a new quote, or a correction. */
export type PurchaseRequestHistoryItem = {
  /** The status before; null in the first row */
  from: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded' | null
  /** The status after */
  to: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  /** Why the status was changed */
  reason: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other' | null
  /** A remark about the change */
  comment: string | null
  /** In the row of a new quote or a correction: what was changed; otherwise null */
  changes: {
    /** The field */
    field: string
    /** The value before */
    from: string | null
    /** The value after */
    to: string | null
  }[] | null
  /** Who did it */
  actor: Actor
  /** When it was done */
  at: string
}

/** A page of a list. */
export type PurchaseRequestHistoryResponse = {
  /** The objects on this page */
  items: PurchaseRequestHistoryItem[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A page of a list. */
export type PurchaseRequestListResponse = {
  /** The objects on this page */
  items: PurchaseRequestResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** What can be done next with a purchase request. */
export type PurchaseRequestNextStepsResponse = {
  /** The purchase request */
  request_id: string
  /** Its current status */
  status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** The steps from the current status */
  steps: {
    /** The status that the step leads to */
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** Whether the step would succeed now, with the fields in `needs` */
    allowed: boolean
    /** Why it would not: only the service takes it, your role may not, or it is blocked */
    refusal: 'service' | 'role' | 'blocked' | null
    /** The permission that the step needs; null if only the service takes it */
    permission: 'requests:process' | 'requests:approve' | 'payments:write' | null
    /** The fields that the step requires */
    needs: ('reason_code' | 'quote_expires_at' | 'payment_reference' | 'received_amount' | 'received_at' | 'tx_hash' | 'delivered_at' | 'paid_at' | 'accept_underpayment')[]
    /** Everything that blocks the step */
    blockers: PurchaseRequestBlocker[]
  }[]
}

/** A purchase of a digital asset by an organization. */
export type PurchaseRequestResponse = {
  /** The id of the purchase request */
  id: string
  /** Number without gaps within a year, such as PR-2026-000123 */
  number: string
  /** The organization that buys */
  organization_id: string
  /** The status */
  status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  /** The asset to buy */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The network on which the asset is delivered */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The amount of the asset, as a decimal number */
  crypto_amount: string
  /** The currency of the price: an active code of ISO 4217 */
  fiat_currency: string
  /** The price without the fee: `crypto_amount` × `rate`, rounded half up to the decimal places of the currency */
  fiat_amount: string
  /** The price of one unit of the asset */
  rate: string
  /** The fee */
  fee_amount: string
  /** What the organization pays: `fiat_amount` + `fee_amount` */
  total_amount: string
  /** Until when the price is valid; null: without end */
  quote_expires_at: string | null
  /** The wallet of the organization that gets the asset */
  wallet_id: string | null
  /** The entry of the address book that the destination was chosen from */
  address_id: string | null
  /** Where the asset is sent */
  destination_address: string | null
  /** The payments of the organization; null while there is none */
  payment: {
    /** The reference of the first payment */
    reference: string
    /** What was received: the sum of all payments that were not reversed */
    received_amount: string
    /** When the first payment was received */
    received_at: string
    /** What is unusual: less than the total, more than it, or money that came after the quote expired */
    exception: 'partial' | 'over' | 'late' | null
  } | null
  /** What has come and gone so far */
  totals: {
    /** What was received, as in `payment` */
    received_amount: string
    /** What was paid back */
    refunded_amount: string
    /** What the organization still has to pay: the total less what was received and neither paid back nor moved to a credit. Of a request that is `refunded`, `rejected` or `cancelled`: only what was delivered and not paid */
    outstanding_amount: string
    /** What was above the total and became credits */
    moved_amount: string
    /** What can be paid back: what was received, less what was paid back or moved to credits and what the delivered part is worth */
    refundable_amount: string
    /** The amount of the asset that was delivered */
    delivered_amount: string
    /** The amount of the asset that is still to be delivered */
    undelivered_amount: string
  }
  /** The hash of the last transaction that delivered the asset */
  tx_hash: string | null
  /** Why the request has its status, where a reason was given */
  status_reason: {
    /** Why the status was changed */
    code: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other'
    /** A remark about the reason */
    comment: string | null
  } | null
  /** Since when somebody has to look at it, because a payment, refund or delivery was reversed after it was completed; null: nobody has to */
  exception_since: string | null
  /** The administrator who takes care of the request */
  assignee_id: string | null
  /** A remark of the person who created the request */
  comment: string | null
  /** The id in a system of yours. No two requests have the same. */
  external_id: string | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the request was created */
  created_at: string
  /** When the request was last changed */
  updated_at: string
  /** The organization that buys, as people know it */
  organization: {
    /** The tax number (INN); null for foreign companies */
    inn: string | null
    /** The short name */
    short_name: string | null
  }
  /** The statuses that the transition table and the role of the caller allow next */
  allowed_statuses: ('new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded')[]
}

/** A page of a list. */
export type QuoteListResponse = {
  /** The objects on this page */
  items: QuoteResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A price that was offered for a purchase request. */
export type QuoteResponse = {
  /** The id of the quote */
  id: string
  /** The purchase request */
  request_id: string
  /** Whether it is the newest one, which counts */
  is_current: boolean
  /** The asset to buy */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The amount of the asset */
  crypto_amount: string
  /** The currency (ISO 4217) */
  fiat_currency: string
  /** The price of one unit of the asset */
  rate: string
  /** The price without the fee */
  fiat_amount: string
  /** The fee */
  fee_amount: string
  /** What the organization pays */
  total_amount: string
  /** Until when the price is valid; null: without end */
  quote_expires_at: string | null
  /** Who did it */
  quoted_by: Actor
  /** When it was quoted */
  quoted_at: string
}

/** A rate of exchange. */
export type RateData = {
  /** The id of the rate */
  id: string
  /** The currency */
  currency: string
  /** From which day it counts */
  day: string
}

/** A page of a list. */
export type RateListResponse = {
  /** The objects on this page */
  items: RateResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** What a currency is worth in roubles from a day on. */
export type RateResponse = {
  /** The id of the rate */
  id: string
  /** The currency (ISO 4217) */
  currency: string
  /** The day from which it counts */
  day: string
  /** Roubles for `nominal` units of the currency, as a decimal number */
  rate: string
  /** For how many units of the currency the rate is */
  nominal: number
  /** Where it comes from */
  source: 'bank_of_russia' | 'csv' | 'typed'
  /** Whether the books are closed for this day, so that it stays */
  is_final: boolean
  /** When it was imported or typed */
  set_at: string
  /** Who did it */
  set_by: {
    /** The id of an administrator or API key, or the command */
    id: string
    /** Their name, as it was then */
    name: string
  }
}

/** An import of rates. */
export type RatesImportData = {
  /** Where they come from */
  source: string
  /** The first day */
  from: string | null
  /** The last day */
  through: string | null
  /** How many are new */
  added: number
  /** How many have changed */
  changed: number
}

/** What an import of rates has changed. */
export type RatesImportResponse = {
  /** What the file is */
  source: 'bank_of_russia' | 'csv' | 'typed'
  /** The first day of its rates */
  from: string
  /** The last day of its rates */
  through: string
  /** Rates that were not known */
  added: number
  /** Rates that were known already */
  unchanged: number
  /** Rates that were known with another value */
  changed: {
    /** The currency (ISO 4217) */
    currency: string
    /** The day */
    day: string
    /** What it was */
    before: {
      /** Roubles for `nominal` units */
      rate: string
      /** For how many units */
      nominal: number
    } | null
    /** What it is now */
    after: {
      /** Roubles for `nominal` units */
      rate: string
      /** For how many units */
      nominal: number
    } | null
  }[]
  /** What is no currency of ISO 4217 and was left out, such as XDR */
  unknown_currencies: string[]
  /** Currencies that have a rate from before, and none in this file */
  absent_currencies: string[]
}

/** Which notices were read. */
export type ReadAllBody = {
  /** Only this notice and older ones, so that nothing is marked that was not seen */
  until?: string | undefined
}

/** What is left. */
export type ReadAllResponse = {
  /** How many notices are unread; at most 1000 */
  unread: number
}

/** A link to set a password. */
export type ReadLinkRequest = {
  /** What the one-time link has after `token=` */
  token: string
}

/** Proof of who you are: the password, or a passkey. */
export type ReauthenticateRequest = {
  /** Your current password */
  password?: string | undefined
  /** One-time code or recovery code; required if one-time codes are enabled */
  otp?: string | null | undefined
  /** The answer of one of your passkeys, instead of the password */
  passkey?: PasskeyAssertion | undefined
}

/** An access token of the same session that may read secrets. */
export type ReauthenticateResponse = {
  /** Send it as `Authorization: Bearer …` */
  access_token: string
  /** Always `bearer` */
  token_type: 'bearer'
  /** For how many seconds the access token is valid */
  expires_in: number
  /** When you proved who you are: now */
  auth_time: string
}

/** What the bank says about an account, and what the books say. */
export type ReconciliationResponse = {
  /** The own bank account */
  account: string
  /** Its currency */
  currency: string
  /** The first day */
  from: string
  /** The last day */
  to: string
  /** Each day */
  days: {
    /** The day */
    day: string
    /** The balance at the end of the day by the statements; null if no statement with balances was imported yet */
    statement_balance: string | null
    /** The balance at the end of the day by the books */
    book_balance: string
    /** The first less the second */
    difference: string | null
    /** Lines of the day without a posting */
    open_lines: number
    /** Whether a statement covers the day */
    has_statement: boolean
  }[]
}

/** Money of a credit is paid back. */
export type RefundCreditBody = {
  /** The amount */
  amount: string
  /** The reference of the outgoing payment */
  reference: string
  /** The account that it is paid to: 20 digits, an IBAN, or the number of an account abroad */
  account: string
  /** When the money was paid back; now unless given. Not in the future, and not before the request was created */
  paid_at?: string | null | undefined
}

/** A page of a list. */
export type RefundListResponse = {
  /** The objects on this page */
  items: RefundResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Money of a purchase request, or of a credit, that was paid back. */
export type RefundResponse = {
  /** The id of the refund */
  id: string
  /** The purchase request; null for a refund of a credit */
  request_id: string | null
  /** The credit; null for a refund of a purchase request */
  credit_id: string | null
  /** The amount */
  amount: string
  /** The currency (ISO 4217) */
  currency: string
  /** The reference of the outgoing payment; null if none was given */
  reference: string | null
  /** The account that it was paid to; null if none was given */
  account: string | null
  /** Why */
  reason_code: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other' | null
  /** When the money was paid back */
  paid_at: string
  /** Who reversed the refund. It no longer counts */
  reversed: {
    /** Who did it */
    by: Actor
    /** When */
    at: string
    /** Why */
    reason: string
  } | null
  /** Who did it */
  recorded_by: Actor
  /** When it was recorded */
  recorded_at: string
}

/** A refund that was recorded and not paid yet. */
export type RefundToPay = {
  /** The refund */
  refund_id: string
  /** The amount in roubles */
  amount: string
  /** The number of the request, or the reference of the credit */
  title: string
  /** The name of the organization */
  organization_name: string | null
  /** The account that it goes to */
  account: string | null
  /** The code of the fault for which no order can be made of it */
  problem: 'refund_reversed' | 'refund_on_statement' | 'refund_currency' | 'refund_account' | 'refund_bank' | 'refund_inn' | 'refund_letters' | null
}

/** Refunds in roubles that wait to be paid. */
export type RefundsToPayResponse = {
  /** The oldest first, 500 at most */
  items: RefundToPay[]
}

/** An import of the party register. */
export type RegisterImport = {
  /** Number of the import */
  generation: number
  /** `published` is searched, `replaced` was until a later import; `failed` has changed nothing */
  status: 'running' | 'published' | 'replaced' | 'failed'
  /** When it started */
  started_at: string
  /** When it ended */
  ended_at: string | null
  /** Who imports; null of imports before this was kept */
  started_by: {
    /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
    kind: string
    /** The id of the administrator or API key */
    id: string | null
    /** The name at that time */
    name: string
  } | null
  /** The files */
  files: {
    /** Its name */
    name: string
    /** What it was; null until that is known */
    format: string | null
    /** Parties read from it */
    parties: number
    /** Valid rows that were not imported */
    skipped: number
    /** Invalid rows */
    rejected: number
  }[]
  /** What it does; null once it has ended */
  phase: 'reading' | 'indexing' | 'publishing' | null
  /** How much of the files has been read */
  read_bytes: number
  /** Size of the files */
  total_bytes: number
  /** Parties read so far, or in the register that it made */
  parties: number
  /** Valid rows that are not imported */
  skipped: number
  /** Rows that a later one replaced */
  replaced: number
  /** Invalid rows */
  rejected: number
  /** The first hundred of the invalid rows */
  rejections: {
    /** The file */
    file: string
    /** The line */
    line: number
    /** What is wrong */
    fault: string
  }[]
  /** Why it has changed nothing */
  failure: {
    /** Why it failed */
    code: 'damaged' | 'unknown_format' | 'not_utf8' | 'too_large' | 'no_parties' | 'interrupted' | 'storage_full' | 'out_of_memory' | 'failed'
    /** The same, for people */
    detail: string
  } | null
}

/** That a signed transfer is given up, with the evidence that it has no effect. */
export type ReleaseTransferBody = {
  /** How it is known that the network will never carry it out */
  evidence: string
}

/** A new name of a passkey. */
export type RenamePasskeyRequest = {
  /** A name by which you recognize it */
  name: string
}

/** Which days are open again. */
export type ReopenBooksBody = {
  /** The last day that stays final; null: none. Without it, the newest close is taken back, each time one more. */
  through?: string | null | undefined
  /** Why */
  reason?: string | undefined
}

/** That the wallets of an organization are replaced. */
export type ReplaceWalletsBody = {
  /** Why the wallets are replaced */
  reason: string
}

/** Wallets of a new mnemonic. */
export type ReplacedWalletsData = {
  /** The new wallets */
  wallets: {
    /** The id of the wallet */
    id: string
    /** The network */
    network: string
    /** The address */
    address: string
  }[]
  /** The number of the mnemonic */
  generation: number
}

/** Reports. */
export type ReportListResponse = {
  /** The reports that the caller may read */
  items: {
    /** The name of the report */
    name: 'volumes' | 'daily' | 'time-in-status' | 'funnel' | 'documents-ageing' | 'kyb-ageing'
  }[]
}

/** A page of a list. */
export type RequestDeliveryListResponse = {
  /** The objects on this page */
  items: RequestDeliveryResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Coins that were sent for a purchase request. */
export type RequestDeliveryResponse = {
  /** The id of the delivery */
  id: string
  /** The purchase request */
  request_id: string
  /** The hash of the transaction */
  tx_hash: string
  /** Which output of the transaction it is, from 0; null: the transaction as a whole */
  output: number | null
  /** The amount of the asset */
  amount: string
  /** The asset */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The network */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** Where it was sent */
  destination_address: string | null
  /** The transfer from a wallet of the desk that delivered it; null: somebody typed the transaction */
  transfer_id: string | null
  /** When it was sent */
  delivered_at: string
  /** Who reversed the delivery. It no longer counts */
  reversed: {
    /** Who did it */
    by: Actor
    /** When */
    at: string
    /** Why */
    reason: string
  } | null
  /** Of a reversed delivery: the coins came back; null: it was recorded by mistake */
  returned: {
    /** The hash of the transaction with which the coins came back */
    tx_hash: string
    /** When they came back */
    at: string
  } | null
  /** Who did it */
  recorded_by: Actor
  /** When it was recorded */
  recorded_at: string
}

/** What a purchase request has earned so far. */
export type RequestResultResponse = {
  /** The purchase request */
  request_id: string
  /** The currency of all amounts */
  currency: string
  /** The price of coins that were in own wallets, without the fee */
  price: string
  /** The price of coins that came from elsewhere: what they cost is not known, and the result has nothing of it */
  price_elsewhere: string
  /** Fees, without VAT */
  fee: string
  /** What the coins cost that were in own wallets */
  cost: string
  /** What networks took for transfers of own wallets, at its cost */
  network_fee: string
  /** Price and fee less cost and network fees */
  result: string
  /** How much of the asset was delivered from own wallets and never bought: it has no cost yet */
  uncovered_amount: string
  /** Whether the request is over, its coins have their cost, and the books are closed for all of it. Until then the result may change */
  is_final: boolean
}

/** What deals earned. */
export type ResultsResponse = {
  /** The first day */
  from: string
  /** The last day */
  to: string
  /** What the rows are */
  by: 'day' | 'client' | 'asset' | 'person'
  /** The currency of all amounts */
  currency: string
  /** Whether the books are closed for all of it. Until then costs may change with what is still posted */
  is_final: boolean
  /** The rows, the days in their order, others by name */
  items: {
    /** The day, the id of the organization or of the person, or the asset; null for what belongs to none */
    key: string | null
    /** What it is called */
    name: string | null
    /** The price of coins that were in own wallets, without the fee */
    price: string
    /** The price of coins that came from elsewhere: what they cost is not known, and the result has nothing of it */
    price_elsewhere: string
    /** Fees, without VAT */
    fee: string
    /** What the coins cost that were in own wallets */
    cost: string
    /** What networks took for transfers of own wallets, at its cost */
    network_fee: string
    /** Price and fee less cost and network fees */
    result: string
  }[]
  /** The sum of the rows */
  total: {
    /** The price of coins that were in own wallets, without the fee */
    price: string
    /** The price of coins that came from elsewhere: what they cost is not known, and the result has nothing of it */
    price_elsewhere: string
    /** Fees, without VAT */
    fee: string
    /** What the coins cost that were in own wallets */
    cost: string
    /** What networks took for transfers of own wallets, at its cost */
    network_fee: string
    /** Price and fee less cost and network fees */
    result: string
  }
  /** What has no cost yet, because no acquisition covers it */
  uncovered: {
    /** The asset */
    asset: string
    /** How much of it was delivered, or taken as a fee, and never bought */
    amount: string
  }[]
}

/** What accounts in foreign currency are worth at the end of a day, and the differences. */
export type RevaluationResponse = {
  /** The closing day. It must be over. */
  through: string
  /** The last final day; null: all days are open */
  closed_through: string | null
  /** The accounts in foreign currency that have a balance or a difference. Advances without a difference are left out. */
  items: {
    /** The account */
    account: string
    /** The currency (ISO 4217) */
    currency: string
    /** Money and debts are worth what the rate of the closing day says. An advance keeps what it was worth: of one, only what remains of a debt before it is posted. Null while a rate is missing. */
    kind: 'money' | 'debt' | 'advance' | null
    /** The balance in the currency; a debit is positive */
    balance: string | null
    /** The rate that counts on the closing day, if the balance is worth what it says */
    rate: {
      /** Roubles for `nominal` units */
      rate: string
      /** For how many units */
      nominal: number
      /** The day from which it counts */
      day: string
    } | null
    /** What the balance is worth, in RUB */
    value: string | null
    /** What it is worth in the books, with the differences that were posted before, in RUB */
    carried: string | null
    /** The first less the second: what is posted */
    difference: string | null
  }[]
  /** The differences of each currency */
  totals: {
    /** The currency (ISO 4217) */
    currency: string
    /** In RUB */
    difference: string
  }[]
  /** Rates without which nothing is posted: at most 50, oldest first */
  missing_rates: {
    /** The currency (ISO 4217) */
    currency: string
    /** A day that needs a rate */
    day: string
  }[]
}

/** The day at the end of which accounts in foreign currency are revalued. */
export type RevalueBody = {
  /** The closing day. It must be over. */
  through: string
}

/** A revaluation of currencies. */
export type RevaluedBooksData = {
  /** The day up to which accounts were revalued */
  through: string
  /** How many accounts */
  accounts: number
}

/** Why it is reversed. */
export type ReverseAcquisitionBody = {
  /** Why */
  reason: string
}

/** That a delivery is reversed. */
export type ReverseDeliveryBody = {
  /** Why the delivery is reversed */
  reason: string
  /** The coins were sent and came back. Without it the delivery was recorded by mistake */
  returned?: {
    /** The hash of the transaction with which all coins of the delivery came back, in the form of the network */
    tx_hash: string
    /** When they came back; now unless given */
    at?: string | null | undefined
  } | null | undefined
  /** Its day in the books, from the day of what is corrected on; today or the first open day unless given */
  date?: string | null | undefined
}

/** Why an entry is reversed. */
export type ReverseEntryBody = {
  /** Why */
  reason: string
}

/** That a payment is reversed. */
export type ReversePaymentBody = {
  /** Why the payment is reversed */
  reason: string
  /** Its day in the books, from the day of what is corrected on; today or the first open day unless given */
  date?: string | null | undefined
}

/** That a refund is reversed. */
export type ReverseRefundBody = {
  /** Why the refund is reversed */
  reason: string
  /** Its day in the books, from the day of what is corrected on; today or the first open day unless given */
  date?: string | null | undefined
}

/** A decision about a document. */
export type ReviewDocumentRequest = {
  /** The version that was reviewed */
  version: number
  /** The decision; `pending` takes back one's own, within 12 seconds */
  decision: 'approved' | 'rejected' | 'pending'
  /** Why it is rejected; only for a rejection */
  reason_code?: 'bad_quality' | 'missing_page' | 'expired' | 'wrong_kind' | 'name_mismatch' | 'number_mismatch' | 'password_protected' | 'suspected_forgery' | 'other' | null | undefined
  /** A remark for those who read the decision */
  comment?: string | null | undefined
}

/** How to change the secret. */
export type RotateWebhookSecretBody = {
  /** For how many hours messages are also signed with the previous secret; 24 unless given */
  overlap_hours?: number | undefined
}

/** A party that is compared with the lists. */
export type ScreenedPartyResponse = {
  /** What the party is */
  kind: 'organization' | 'person' | 'payer' | 'address'
  /** The id of the organization, person or payment; of an address, that of the request */
  id: string
  /** The name of the party, or the address */
  name: string
  /** What the lists say; `pending` if it is not compared yet */
  state: 'not_screened' | 'pending' | 'clear' | 'hit'
  /** Whether it is no longer a party of the organization: its hits wait for a decision */
  is_removed: boolean
  /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
  generation: number
  /** When it was last compared */
  screened_at: string | null
  /** Hits that wait for a decision */
  open_hits: number
  /** Hits that block */
  blocking_hits: number
  /** Hits that somebody has dismissed */
  dismissed_hits: number
}

/** A likeness with an entry of a sanctions list. */
export type ScreeningHitData = {
  /** The list */
  list: string
  /** The import of the list */
  generation: number
  /** The entry of the list */
  entry_id: string
  /** Who or what is alike */
  subject: {
    /** What is alike */
    kind: string
    /** Its id */
    id: string
  }
  /** How alike, from 0 to 1 */
  score: number
  /** Whether it must be decided */
  above_threshold: boolean
  /** What was decided */
  status: string
  /** Why it was closed by itself */
  closed_reason: string | null
  /** Why it was opened again */
  reopened_because: string[]
  /** The fields of the entry that have changed */
  changed_fields: string[]
  /** The version of the object after the event */
  version: number
}

/** A hit with both sides. */
export type ScreeningHitDetailsResponse = {
  /** The id of the hit */
  id: string
  /** The organization that the party belongs to */
  organization_id: string
  /** The name of the organization */
  organization_name: string
  /** The name of the list, which you give at its first import */
  list: string
  /** What it means to be on the list: `sanctions`, politically exposed persons (`pep`), or a list of your own (`internal`) */
  kind: 'sanctions' | 'pep' | 'internal'
  /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
  generation: number
  /** The entry of the list */
  entry: {
    /** The id of the entry in its list */
    id: string
    /** Its main name; empty if only a number or an address is listed */
    name: string
    /** What it is */
    schema: 'Person' | 'Company' | 'Organization' | 'LegalEntity' | 'Vessel' | 'Airplane' | 'Other'
  }
  /** Who was found */
  subject: {
    /** What the party is */
    kind: 'organization' | 'person' | 'payer' | 'address'
    /** The id of the organization, person or payment; of an address, that of the request */
    id: string
    /** The name of the party, or the address */
    name: string
  }
  /** How well the entry fits, from 0 to 1; from 0.7 on it blocks */
  score: number
  /** Whether it blocks while it is open or confirmed */
  above_threshold: boolean
  /** All that was compared, also what speaks against */
  reasons: ScreeningReason[]
  /** `continue`: they are a politically exposed person, and the desk goes on. `closed`: the service found that a match below the threshold no longer fits, or somebody decided that the party is gone */
  status: 'open' | 'dismissed' | 'confirmed' | 'continue' | 'closed'
  /** Why it is closed */
  closed_reason: 'entry_removed' | 'entry_changed' | 'subject_changed' | 'subject_removed' | null
  /** What changed since it was decided (`entry`, `subject`), that its list is no longer one of politically exposed persons (`list_kind`), or why it is kept although the sides no longer fit (`party_removed`, `party_renamed`, `entry_removed`) */
  reopened_because: ('entry' | 'subject' | 'party_removed' | 'party_renamed' | 'entry_removed' | 'list_kind')[]
  /** What of that side changed: names, birth_dates, countries, identifiers, addresses, schema */
  changed_fields: string[]
  /** The reason of the decision */
  reason: string | null
  /** Who decided: the id of an administrator */
  decided_by: string | null
  /** Their name */
  decided_by_name: string | null
  /** When it was decided */
  decided_at: string | null
  /** When the pair was first found */
  found_at: string
  /** When the hit last changed */
  updated_at: string
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** The party, as it was compared */
  subject_details: {
    /** What it is */
    schema: 'Person' | 'Company' | 'Organization' | 'LegalEntity' | 'Vessel' | 'Airplane' | 'Other'
    /** All names, the main one first */
    names: string[]
    /** Birth dates, as far as they are known */
    birth_dates: string[]
    /** Countries (ISO 3166-1), in lower case */
    countries: string[]
    /** Numbers */
    identifiers: {
      /** The kind of number */
      kind: string
      /** The number. Numbers of identity documents are masked. */
      value: string
    }[]
    /** Addresses on networks */
    addresses: string[]
  }
  /** The entry, as it was compared */
  entry_details: {
    /** What it is */
    schema: 'Person' | 'Company' | 'Organization' | 'LegalEntity' | 'Vessel' | 'Airplane' | 'Other'
    /** All names, the main one first */
    names: string[]
    /** Birth dates, as far as they are known */
    birth_dates: string[]
    /** Countries (ISO 3166-1), in lower case */
    countries: string[]
    /** Numbers */
    identifiers: {
      /** The kind of number */
      kind: string
      /** The number. Numbers of identity documents are masked. */
      value: string
    }[]
    /** Addresses on networks */
    addresses: string[]
    /** Why the list has it */
    programs: string[]
  }
  /** Whether it blocks now */
  is_blocking: boolean
  /** Whether it can be `closed` without a decision about the match: the payment was reversed, the person removed, or the destination changed */
  is_closable: boolean
}

/** A page of a list. */
export type ScreeningHitListResponse = {
  /** The objects on this page */
  items: ScreeningHitResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** An entry of a list that may be a party of ours. */
export type ScreeningHitResponse = {
  /** The id of the hit */
  id: string
  /** The organization that the party belongs to */
  organization_id: string
  /** The name of the organization */
  organization_name: string
  /** The name of the list, which you give at its first import */
  list: string
  /** What it means to be on the list: `sanctions`, politically exposed persons (`pep`), or a list of your own (`internal`) */
  kind: 'sanctions' | 'pep' | 'internal'
  /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
  generation: number
  /** The entry of the list */
  entry: {
    /** The id of the entry in its list */
    id: string
    /** Its main name; empty if only a number or an address is listed */
    name: string
    /** What it is */
    schema: 'Person' | 'Company' | 'Organization' | 'LegalEntity' | 'Vessel' | 'Airplane' | 'Other'
  }
  /** Who was found */
  subject: {
    /** What the party is */
    kind: 'organization' | 'person' | 'payer' | 'address'
    /** The id of the organization, person or payment; of an address, that of the request */
    id: string
    /** The name of the party, or the address */
    name: string
  }
  /** How well the entry fits, from 0 to 1; from 0.7 on it blocks */
  score: number
  /** Whether it blocks while it is open or confirmed */
  above_threshold: boolean
  /** All that was compared, also what speaks against */
  reasons: ScreeningReason[]
  /** `continue`: they are a politically exposed person, and the desk goes on. `closed`: the service found that a match below the threshold no longer fits, or somebody decided that the party is gone */
  status: 'open' | 'dismissed' | 'confirmed' | 'continue' | 'closed'
  /** Why it is closed */
  closed_reason: 'entry_removed' | 'entry_changed' | 'subject_changed' | 'subject_removed' | null
  /** What changed since it was decided (`entry`, `subject`), that its list is no longer one of politically exposed persons (`list_kind`), or why it is kept although the sides no longer fit (`party_removed`, `party_renamed`, `entry_removed`) */
  reopened_because: ('entry' | 'subject' | 'party_removed' | 'party_renamed' | 'entry_removed' | 'list_kind')[]
  /** What of that side changed: names, birth_dates, countries, identifiers, addresses, schema */
  changed_fields: string[]
  /** The reason of the decision */
  reason: string | null
  /** Who decided: the id of an administrator */
  decided_by: string | null
  /** Their name */
  decided_by_name: string | null
  /** When it was decided */
  decided_at: string | null
  /** When the pair was first found */
  found_at: string
  /** When the hit last changed */
  updated_at: string
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
}

/** What an import changed. */
export type ScreeningImportResponse = {
  /** The name of the list, which you give at its first import */
  list: string
  /** What it means to be on the list: `sanctions`, politically exposed persons (`pep`), or a list of your own (`internal`) */
  kind: 'sanctions' | 'pep' | 'internal'
  /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
  generation: number
  /** Whether nothing that is compared has changed */
  is_unchanged: boolean
  /** The number of entries */
  entries: number
  /** Entries that are new */
  added: number
  /** Entries that changed */
  changed: number
  /** Entries that are gone */
  removed: number
  /** Rows that could not be read */
  rejected: number
  /** The first hundred of them */
  rejections: {
    /** The file */
    file: string
    /** The line */
    line: number
    /** Why it could not be read */
    fault: string
  }[]
}

/** A sanctions list. */
export type ScreeningListData = {
  /** The list */
  list: string
  /** What it means to be on it */
  kind: string
  /** Its format */
  format: string
  /** The number of the import */
  generation: number
  /** How many entries it has */
  entries: number
  /** How many are new */
  added: number
  /** How many have changed */
  changed: number
  /** How many are gone */
  removed: number
}

/** A list that Kontor keeps. */
export type ScreeningListResponse = {
  /** The name of the list, which you give at its first import */
  name: string
  /** What it means to be on the list: `sanctions`, politically exposed persons (`pep`), or a list of your own (`internal`) */
  kind: 'sanctions' | 'pep' | 'internal'
  /** The format of the files: ofac, un, ftm or table */
  format: string
  /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
  generation: number
  /** The number of entries */
  entries: number
  /** When its content last changed */
  published_at: string
  /** When it was last imported, unchanged imports included */
  checked_at: string
  /** Whether that is longer ago than allowed */
  is_stale: boolean
  /** From when on it is stale */
  stale_at: string
  /** Who imported it: the id of an administrator, or a name */
  imported_by: string
}

/** Something that was compared, and speaks for or against. */
export type ScreeningReason = {
  /** What was compared */
  code: 'identifier_equal' | 'address_equal' | 'name' | 'birth_date' | 'country'
  /** identifier_equal: the kind of number */
  kind?: string | undefined
  /** identifier_equal, address_equal: the equal value. Numbers of identity documents are masked. */
  value?: string | undefined
  /** name: the name of the party */
  name?: string | undefined
  /** name: the name of the entry that is closest to it */
  listed_name?: string | undefined
  /** name: whether the list calls this alias weak */
  weak?: boolean | undefined
  /** name: how well the names alone fit */
  score?: number | undefined
  /** name: the words that agree */
  agreed?: {
    /** The word of the party, in Latin letters */
    own: string
    /** The word of the entry */
    listed: string
    /** How they agree */
    how: string
  }[] | undefined
  /** name: the words that only the party has */
  only_in_name?: string[] | undefined
  /** name: the words that only the entry has */
  only_in_listed?: string[] | undefined
  /** name: whether the legal forms agree; null if one is not known */
  legal_form?: 'equal' | 'differs' | null | undefined
  /** birth_date, country: `equal`, or how they differ; `differs` speaks against */
  agreement?: string | undefined
  /** birth_date, country: the values of the party */
  own?: string[] | undefined
  /** birth_date, country: the values of the entry */
  listed?: string[] | undefined
}

/** The lists, and how far parties are compared with them. */
export type ScreeningStatusResponse = {
  /** Whether there are lists, and whether they are recent */
  state: 'not_screened' | 'current' | 'stale'
  /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
  generation: number
  /** How old a list may be (`KONTOR_SCREENING_MAX_AGE`) */
  max_age_seconds: number
  /** All lists, by name */
  lists: ScreeningListResponse[]
  /** Imports that are running */
  importing: {
    /** The name of the list, which you give at its first import */
    list: string
    /** What the import is doing: reading, comparing, publishing */
    phase: string
    /** How many entries were read */
    entries: number
    /** When it began */
    started_at: string
  }[]
  /** The comparison of all parties with what changed; null if it is finished */
  rescreening: {
    /** The number of the state of the lists: each import that changes a list makes the next one; 0 before the first */
    generation: number
    /** How many parties were compared */
    done: number
    /** How many there are */
    total: number
    /** When it began */
    started_at: string
  } | null
  /** How many parties are compared: organizations, people, payers, addresses */
  parties: number
  /** How many hits wait for a decision */
  open_hits: number
  /** How many open or confirmed hits block */
  blocking_hits: number
}

/** What was found, of what the caller may see. */
export type SearchResponse = {
  /** The best first; at most five of a kind */
  items: FoundItem[]
  /** What is left out until its index is built; empty except after an upgrade */
  being_built: BeingBuilt[]
}

/** The secret key of a wallet. */
export type SecretKeyResponse = {
  /** The id of the wallet */
  wallet_id: string
  /** The network of the wallet */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address of the wallet */
  address: string
  /** The path from the mnemonic to the key */
  derivation_path: string
  /** The secret key. Who has it has the wallet. */
  secret_key: string
  /** How the secret key is written */
  format: string
}

/** That somebody has read a secret. */
export type SecretReadData = {
  /** `mnemonic` or `secret_keys` */
  what: string
  /** The number of the mnemonic */
  generation: number
  /** Who has read it */
  administrator_id: string
}

/** A page of a list. */
export type SessionListResponse = {
  /** The objects on this page */
  items: SessionResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** A session of an administrator. */
export type SessionResponse = {
  /** The id of the session */
  id: string
  /** Whose session it is */
  administrator: {
    /** The id of the administrator */
    id: string
    /** The e-mail address of the administrator */
    email: string
  }
  /** Whether this is the session of the request */
  current: boolean
  /** When the administrator signed in */
  created_at: string
  /** When the session was last used */
  last_used_at: string
  /** When the session ends, unless it ends earlier */
  expires_at: string
  /** When the administrator last proved who they are */
  auth_time: string
  /** The network address of the sign-in */
  address: string | null
  /** The browser or program of the sign-in */
  user_agent: string | null
}

/** Why a line is set aside. */
export type SetAsideChainLineBody = {
  /** Why it belongs to nothing in the books */
  reason: string
}

/** Why a line is not matched. */
export type SetAsideStatementLineBody = {
  /** Why it is no payment of a client */
  reason: string
}

/** The contract that later papers of an organization name. */
export type SetClientContractBody = {
  /** The contract; null to name none any more */
  contract: {
    /** The number of the contract */
    number: string
    /** The date of the contract */
    date: string
  } | null
}

/** A password for the account that the link was made for. */
export type SetPasswordRequest = {
  /** What the one-time link has after `token=` */
  token: string
  /** The other half of the link, which one of those who approved the account has. Only if the link is a half. */
  second_half?: string | null | undefined
  /** The new password: at least 12 characters, and not easy to guess */
  password: string
}

/** The plan of accounts from now on. */
export type SetPlanBody = {
  /** Which account of the plan each account of the books is. The longest pattern that fits counts; of two alike, the one that is not for `any`. */
  rules: {
    /** An account of the books, or the beginning of its name with `:*` for the rest */
    pattern: string
    /** Only accounts in roubles, in other currencies, or in coins; `any` for all of them */
    commodity: 'any' | 'rouble' | 'foreign' | 'asset'
    /** The account of the company's plan */
    account: string
  }[]
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** A rate that somebody types. */
export type SetRateBody = {
  /** The currency (ISO 4217) */
  currency: string
  /** The day from which it counts */
  day: string
  /** Roubles for `nominal` units of the currency, as a decimal number */
  rate: string
  /** For how many units of the currency the rate is; default: 1 */
  nominal?: number | undefined
}

/** What is left to set up. */
export type SetupResponse = {
  /** Whether nothing is open for the caller */
  finished: boolean
  /** The steps that the caller may do, in their order */
  items: {
    /** What to do */
    step: 'password' | 'second_factor' | 'key_copy' | 'company' | 'colleague' | 'register' | 'sanctions' | 'organization' | 'policy'
    /** `person`: each for themselves; `installation`: once for all */
    scope: 'person' | 'installation'
    /** `done` is read from what the service has; `dismissed`: it is not done, and somebody said that it need not be */
    status: 'open' | 'done' | 'dismissed'
    /** When it was dismissed; null unless it is `dismissed` */
    dismissed_at: string | null
    /** Who dismissed it; null unless it is `dismissed` */
    dismissed_by: {
      /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
      kind: string
      /** The id of the administrator or API key */
      id: string | null
      /** The name at that time */
      name: string
    } | null
  }[]
}

/** How administrators can sign in to this installation. */
export type SignInMethods = {
  /** Whether administrators can sign in with a password: always */
  password: boolean
  /** Whether administrators can sign in at an identity provider (OpenID Connect) */
  oidc: boolean
}

/** That a batch is signed. */
export type SignTransferBatchBody = {
  /** What the chain needs fresh, by transfer. For those that are left out a node is asked. On bitcoin one item, of any of them, as one transaction makes all. */
  inputs?: {
    /** The id of the transfer */
    transfer_id: string
    /** What its chain needs fresh */
    inputs: TransferInputs
  }[] | undefined
}

/** That a transfer is signed. */
export type SignTransferBody = {
  /** What the chain needs fresh. Left out, a node is asked for it. */
  inputs?: TransferInputs | undefined
  /** It was compared in full (`address_looks_alike`). Those who approve see with what */
  compared_in_full?: boolean | undefined
}

/** A batch after its transfers were signed. */
export type SignedTransferBatchResponse = {
  /** The id of the batch */
  id: string
  /** The own organization whose coins are sent */
  organization_id: string
  /** The network of all its transfers */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The wallet that pays all of them */
  from_wallet_id: string
  /** Its address */
  from_address: string
  /** SHA-256 of the sorted digests of its transfers. It is what people approve. */
  digest: string
  /** How many transfers it has */
  count: number
  /** How many addresses they pay */
  recipients: number
  /** The sum of each asset */
  sums: {
    /** The asset */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** What its transfers send of it, in base units */
    amount: string
  }[]
  /** Their highest fees together, in base units of the coin */
  fee_ceiling: string
  /** Why they are approved together */
  reason: string
  /** `signing`: decided, and some are not signed; `signed`: all are, or were cancelled; `expired`: those that are left are signed one by one or in another batch */
  status: 'draft' | 'waiting' | 'approved' | 'signing' | 'signed' | 'expired' | 'cancelled'
  /** The open approval */
  approval_id: string | null
  /** How many of its transfers are signed */
  signed: number
  /** When it was decided; null before */
  decided_at: string | null
  /** Who had it decided; null before */
  decided_by: {
    /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
    kind: string
    /** The id of the administrator or API key */
    id: string | null
    /** The name at that time */
    name: string
  } | null
  /** From then on nothing more is signed under it */
  expires_at: string | null
  /** Who made it */
  created_by: Actor
  /** When it was made */
  created_at: string
  /** When it was last changed */
  updated_at: string
  /** Its transfers */
  transfers: TransferResponse[]
  /** Transfers that were not signed this time. The others are not touched by that; on bitcoin it is one, because of which nothing was signed. */
  refused: {
    /** The id of the transfer */
    transfer_id: string
    /** The code of the error or of the first fault */
    code: string
    /** What it says */
    detail: string
  }[]
}

/** A signed transaction. */
export type SignedTransferResponse = {
  /** The id of the transfer */
  id: string
  /** The id of the transaction */
  tx_id: string
  /** The signed transaction, as a node takes it */
  raw: string
  /** How `raw` is written */
  encoding: 'hex' | 'base64'
}

/** Whether transactions are signed now. */
export type SigningResponse = {
  /** Whether transfers are switched on: `KONTOR_TRANSFERS=on` */
  is_enabled: boolean
  /** Whether somebody has stopped signing. Also true, without a time, after somebody has changed this in the database: then it has to be started again */
  is_stopped: boolean
  /** When it was stopped */
  stopped_at: string | null
  /** Who stopped it */
  stopped_by: string | null
  /** Why it was stopped */
  reason: string | null
  /** The networks with a node */
  nodes: ('bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton')[]
}

/** An imported bank statement. */
export type StatementData = {
  /** The id of the statement */
  id: string
  /** Its format */
  format: string
  /** Its first day */
  from: string | null
  /** Its last day */
  to: string | null
  /** Lines that were not known */
  new_lines: number
  /** Lines that another statement has */
  known_lines: number
}

/** A line of a bank statement. */
export type StatementLineData = {
  /** The id of the line */
  id: string
}

/** A page of a list. */
export type StatementLineListResponse = {
  /** The objects on this page */
  items: StatementLineResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A line of a bank statement. */
export type StatementLineResponse = {
  /** The id of the line */
  id: string
  /** The statement that brought it first */
  statement_id: string
  /** Whether somebody has dealt with it: `matched` with requests or organizations, or `posted` to another account */
  status: 'new' | 'matched' | 'posted' | 'set_aside'
  /** The own account */
  account: string
  /** The day on which the bank booked it */
  booked_on: string
  /** To the own account, or from it */
  direction: 'incoming' | 'outgoing'
  /** The number of the payment order; may be empty */
  document_number: string
  /** The amount */
  amount: string
  /** The currency of the own account (ISO 4217) */
  currency: string
  /** Who pays */
  payer: {
    /** The name */
    name: string | null
    /** The tax number (INN) */
    inn: string | null
    /** The account */
    account: string | null
    /** The BIC of the bank: nine digits (Russia), or that of SWIFT */
    bic: string | null
  }
  /** Who receives */
  receiver: {
    /** The name */
    name: string | null
    /** The tax number (INN) */
    inn: string | null
    /** The account */
    account: string | null
    /** The BIC of the bank: nine digits (Russia), or that of SWIFT */
    bic: string | null
  }
  /** The purpose of the payment */
  purpose: string
  /** Which one of lines that are the same in account, day, direction, number, payer and amount: 1, 2 … */
  occurrence: number
  /** What the line was matched with */
  matches: {
    /** What it became: a payment of the request, a credit of the organization that belongs to no request yet, or the refund that the line proves */
    kind: 'payment' | 'credit' | 'refund'
    /** The id of the payment, credit or refund */
    id: string
    /** The purchase request; null for a credit of the organization */
    request_id: string | null
    /** The organization */
    organization_id: string
    /** The part of the line */
    amount: string
    /** Whether it had been entered by hand and was only linked */
    was_entered: boolean
  }[]
  /** The part that is not matched */
  open_amount: string
  /** Requests that the line may belong to, or whose refund it may prove, the best first; only for lines that are new. Computed when the line is read. */
  suggestions: {
    /** The purchase request */
    request_id: string
    /** Its number */
    number: string
    /** Its status */
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** Its organization */
    organization_id: string
    /** The short name of the organization */
    organization_name: string | null
    /** How much of the line to match with it */
    amount: string
    /** The payment that was entered by hand and is the same: matching links it and adds nothing */
    payment_id: string | null
    /** How well it fits, from 1 to 100 */
    score: number
    /** The purpose names the request or its invoice, its organization pays, in its currency, exactly what is missing or what was entered by hand, and no other request comes near; of an outgoing line: it has the amount, the account and the number of one recorded refund. A person only has to confirm it */
    is_certain: boolean
    /** Why, the strongest first, and what speaks against it */
    reasons: ('invoice_number' | 'number' | 'short_number' | 'payer_inn' | 'missing_amount' | 'total_amount' | 'entered_by_hand' | 'refund' | 'refund_account' | 'refund_number' | 'foreign_payer' | 'takes_no_money' | 'other_currency')[]
  }[]
  /** What it was posted as; null for other lines */
  posting: {
    /** The id of the posting */
    id: string
    /** What the line is, as in `PostStatementLineBody` */
    account: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'counterparty' | 'other'
    /** What it is, for people */
    text: string
    /** The acquisition that the line pays for; null unless it is a `counterparty` */
    acquisition_id: string | null
    /** The purchase or sale of currency that the line is a side of, once both are linked; null otherwise */
    exchange: {
      /** The line of the other side of the exchange */
      line_id: string
      /** The day in the books: that of the later line, or the first open one then */
      day: string
      /** Roubles that the exchange brought more than the rates of this day say (`income:exchange`); negative for a loss */
      result: string
    } | null
    /** When somebody posted it. Its day in the books is the day of the line. */
    posted_at: string
    /** Who posted it */
    posted_by: {
      /** The id of the administrator or API key, or a name */
      id: string
      /** Their name, as it was then */
      name: string
    }
  } | null
  /** What it may be posted as: only for lines that are `new` or `set_aside`. Computed when the line is read. */
  posting_suggestion: {
    /** What the line is */
    account: 'bank_fee' | 'tax' | 'transit' | 'exchange' | 'other'
    /** The text of the rule; null: the purpose of the line */
    text: string | null
    /** Why: the other account is one of ours, or a rule says so */
    hint: 'own_account' | 'rule'
    /** The rule; null without one */
    rule_id: string | null
    /** The line of the other side of the exchange: the only one of the nearest day that is posted, of the same company, in another currency and of the other direction; null if there is none */
    exchange_line_id: string | null
  } | null
  /** Why it was set aside */
  set_aside_reason: string | null
  /** Who matched it, posted it or set it aside: the id of an administrator or API key, or a name */
  decided_by: string | null
  /** When it was matched, posted or set aside */
  decided_at: string | null
  /** When it was first imported */
  imported_at: string
}

/** A page of a list. */
export type StatementListResponse = {
  /** The objects on this page */
  items: StatementResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** An imported bank statement. */
export type StatementResponse = {
  /** The id of the statement */
  id: string
  /** The format of the file. `mt942` and `camt.054` announce: their lines are announced lines, which no payment is made of */
  format: '1c' | 'camt.053' | 'mt940' | 'camt.054' | 'mt942'
  /** The imported file. It is not kept itself; its lines are. */
  file: {
    /** The name of the file */
    name: string
    /** The number of bytes */
    size: number
    /** SHA-256 of the file, in hex */
    sha256: string
  }
  /** The first day of all its accounts */
  from: string | null
  /** The last day of all its accounts */
  to: string | null
  /** The own accounts in the file */
  accounts: {
    /** The number of the own account */
    account: string
    /** Its currency (ISO 4217) */
    currency: string
    /** The first day of the statement */
    from: string | null
    /** The last day of the statement */
    to: string | null
    /** The balance before the first line, as the file states it; negative with a minus sign */
    opening_balance: string | null
    /** The balance after the last line, as the file states it */
    closing_balance: string | null
    /** The sum of the incoming lines */
    received: string
    /** The sum of the outgoing lines */
    sent: string
    /** Lines that no statement had before */
    new_lines: number
    /** Lines that an earlier statement had */
    known_lines: number
  }[]
  /** Lines that no statement had before */
  new_lines: number
  /** Lines that an earlier statement had */
  known_lines: number
  /** Its lines that have the status `new` now; of an announcement, those that are not booked yet */
  open_lines: number
  /** What was unusual in the file, or does not follow from other statements */
  warnings: {
    /** What is unusual: the lines do not add up to a total or to the closing balance, or are not as many as stated; the balances do not fit to turnovers that are right, or the file has no totals to check the lines with; the text is in another encoding than stated, the last line is missing, lines are outside of the period, or pending entries were left out. Compared with other statements of the account: the opening balance is not the last known closing balance, and days are missing between them (`gap`) or not (`contradiction`), or statements of the same days have other lines (`overlap`) */
    code: 'received_total' | 'sent_total' | 'closing_balance' | 'number_of_lines' | 'gap' | 'overlap' | 'contradiction' | 'balances' | 'totals_missing' | 'other_encoding' | 'end_missing' | 'outside_period' | 'pending_left_out'
    /** The account it is about; null: the whole file */
    account: string | null
    /** The currency of what is stated and found; an account with an IBAN can hold several */
    currency?: string | undefined
    /** What the file states; of an `overlap`, how many lines only this file has */
    stated: string | null
    /** What its lines or other statements give; of an `overlap`, how many lines only other files have */
    found: string | null
    /** The last day of the statement whose closing balance was compared */
    after?: string | undefined
  }[]
  /** Why a gap, overlap or contradiction is right; null while nobody has said so, or there is none */
  explanation: {
    /** Why it is right */
    reason: string
    /** Who said so: the id of an administrator or API key, or a name */
    by: string
    /** When */
    at: string
  } | null
  /** Who imported it: the id of an administrator or API key, or a name */
  imported_by: string
  /** When it was imported */
  imported_at: string
}

/** Warnings that somebody has explained. */
export type StatementWarningsData = {
  /** The id of the statement */
  id: string
  /** The codes of the warnings */
  warnings: string[]
}

/** It was done. */
export type StatusResponse = {
  /** Always `ok` */
  status: string
}

/** That nothing more is signed. */
export type StopSigningBody = {
  /** Why signing is stopped */
  reason?: string | undefined
}

/** A suspended API key. */
export type SuspendedApiKeyData = {
  /** The name of the key */
  name: string
}

/** How long requests were in each status that they left in these days. */
export type TimeInStatusReport = {
  /** The first day of the report */
  from: string
  /** The last day of the report */
  to: string
  /** The figures */
  items: {
    /** The status */
    status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
    /** How often a request left the status in these days */
    stays: number
    /** Half of the stays were not longer; null without any */
    median_seconds: number | null
    /** Nine tenths of the stays were not longer; null without any */
    worst_tenth_seconds: number | null
    /** The number of requests that have the status now */
    requests_now: number
  }[]
}

/** The coin of its network for a wallet that cannot pay a fee. */
export type TopUpBody = {
  /** How much of the coin, in base units. Left out, what the wallet lacks (`needs_fuel`), or the usual highest fee if no node was asked */
  amount?: string | undefined
  /** The highest fee of the top-up itself, in base units. Left out, the usual one, or what is allowed if that is less */
  fee_ceiling?: string | undefined
  /** Why. Left out, that the wallet needs it for fees */
  reason?: string | undefined
}

/** What events tell of a batch of transfers. */
export type TransferBatchData = {
  /** The network */
  network: string
  /** How many transfers it has */
  count: number
  /** SHA-256 of the sorted digests of its transfers */
  digest: string
}

/** A batch with its transfers. */
export type TransferBatchDetailsResponse = {
  /** The id of the batch */
  id: string
  /** The own organization whose coins are sent */
  organization_id: string
  /** The network of all its transfers */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The wallet that pays all of them */
  from_wallet_id: string
  /** Its address */
  from_address: string
  /** SHA-256 of the sorted digests of its transfers. It is what people approve. */
  digest: string
  /** How many transfers it has */
  count: number
  /** How many addresses they pay */
  recipients: number
  /** The sum of each asset */
  sums: {
    /** The asset */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** What its transfers send of it, in base units */
    amount: string
  }[]
  /** Their highest fees together, in base units of the coin */
  fee_ceiling: string
  /** Why they are approved together */
  reason: string
  /** `signing`: decided, and some are not signed; `signed`: all are, or were cancelled; `expired`: those that are left are signed one by one or in another batch */
  status: 'draft' | 'waiting' | 'approved' | 'signing' | 'signed' | 'expired' | 'cancelled'
  /** The open approval */
  approval_id: string | null
  /** How many of its transfers are signed */
  signed: number
  /** When it was decided; null before */
  decided_at: string | null
  /** Who had it decided; null before */
  decided_by: {
    /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
    kind: string
    /** The id of the administrator or API key */
    id: string | null
    /** The name at that time */
    name: string
  } | null
  /** From then on nothing more is signed under it */
  expires_at: string | null
  /** Who made it */
  created_by: Actor
  /** When it was made */
  created_at: string
  /** When it was last changed */
  updated_at: string
  /** Its transfers */
  transfers: TransferResponse[]
}

/** A page of a list. */
export type TransferBatchListResponse = {
  /** The objects on this page */
  items: TransferBatchResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Transfers of one wallet that are approved together. */
export type TransferBatchResponse = {
  /** The id of the batch */
  id: string
  /** The own organization whose coins are sent */
  organization_id: string
  /** The network of all its transfers */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The wallet that pays all of them */
  from_wallet_id: string
  /** Its address */
  from_address: string
  /** SHA-256 of the sorted digests of its transfers. It is what people approve. */
  digest: string
  /** How many transfers it has */
  count: number
  /** How many addresses they pay */
  recipients: number
  /** The sum of each asset */
  sums: {
    /** The asset */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** What its transfers send of it, in base units */
    amount: string
  }[]
  /** Their highest fees together, in base units of the coin */
  fee_ceiling: string
  /** Why they are approved together */
  reason: string
  /** `signing`: decided, and some are not signed; `signed`: all are, or were cancelled; `expired`: those that are left are signed one by one or in another batch */
  status: 'draft' | 'waiting' | 'approved' | 'signing' | 'signed' | 'expired' | 'cancelled'
  /** The open approval */
  approval_id: string | null
  /** How many of its transfers are signed */
  signed: number
  /** When it was decided; null before */
  decided_at: string | null
  /** Who had it decided; null before */
  decided_by: {
    /** What sort of actor: `administrator`, `api_key`, `service` or `cli`, a command on the machine */
    kind: string
    /** The id of the administrator or API key */
    id: string | null
    /** The name at that time */
    name: string
  } | null
  /** From then on nothing more is signed under it */
  expires_at: string | null
  /** Who made it */
  created_by: Actor
  /** When it was made */
  created_at: string
  /** When it was last changed */
  updated_at: string
}

/** What events tell of a transfer. */
export type TransferData = {
  /** The network */
  network: string
  /** The asset */
  asset: string
  /** The amount of the asset */
  amount: string
  /** The id of the transaction, once it is signed */
  tx_id?: string | undefined
}

/** A transfer with its history. */
export type TransferDetailsResponse = {
  /** The id of the transfer */
  id: string
  /** The organization whose coins are sent */
  organization_id: string
  /** The network on which the coins are sent */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The coin, or a token of the network */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The wallet that pays. It may be one of an older generation. */
  from_wallet_id: string
  /** The generation of that wallet */
  from_generation: number
  /** The address of that wallet */
  from_address: string
  /** The entry of the address book that is paid, or a current wallet of the organization; the request itself if its destination is in no address book */
  address_id: string
  /** The address that is paid */
  to_address: string
  /** By which the recipient knows whose coins they are, such as an exchange: on ton the comment of the payment; that of the entry, null: none */
  memo: string | null
  /** The label of the entry; null for an own wallet */
  to_label: string | null
  /** The amount in base units (satoshi, wei, sun, lamport, nanoton; millionths of USDT or USDC), or `all`: what is there, less the fee */
  amount: string
  /** The highest fee, in base units of the coin of the network */
  fee_ceiling: string
  /** Why the coins are sent */
  reason: string
  /** The purchase request that it delivers */
  request_id: string | null
  /** The client whose request is delivered from a wallet of the desk; null: the organization pays for itself */
  client_id: string | null
  /** The organization whose wallet (`address_id`) a wallet of the desk fills up with the coin of the network; null: it is no top-up */
  fuel_for: string | null
  /** The batch that it was last put into */
  batch_id: string | null
  /** A signed transfer that this one replaces: it spends the same input, nonce or seqno */
  replaces: string | null
  /** The transfer that replaced this one */
  replaced_by: string | null
  /** The trusted addresses that `to_address` looks like, with which it was compared in full */
  compared_with: string[]
  /** SHA-256 of the canonical JSON of the intent. It is what people approve. */
  digest: string
  /** The status */
  status: 'draft' | 'waiting' | 'approved' | 'signed' | 'sent' | 'confirmed' | 'failed' | 'replaced' | 'cancelled'
  /** The open approval of its signature */
  approval_id: string | null
  /** What was signed; null before */
  signature: {
    /** The id of the transaction */
    tx_id: string
    /** The amount that is paid, in base units */
    amount: string
    /** The highest fee that the transaction can cost, in base units of the coin. Of a batch on bitcoin, the share of this transfer */
    fee: string
    /** Which output of the transaction pays this transfer, from 0, of a batch on bitcoin; null: the transaction pays nothing else */
    output_index: number | null
    /** What no other transaction can spend as well: inputs of bitcoin, a nonce, a seqno */
    spends: string[]
    /** When the network stops accepting it; null: it never expires */
    valid_until: string | null
    /** When it was signed */
    signed_at: string
    /** Who had it signed */
    signed_by: string
  } | null
  /** What the network did; null until a node was asked */
  effect: {
    /** `confirmed` only if the recipient has the amount, deep enough in the chain */
    result: 'pending' | 'confirmed' | 'failed'
    /** How deep it is in the chain */
    confirmations: number
    /** The fee that was paid */
    fee: string | null
    /** Why it failed, or what is still missing */
    problem: string | null
    /** When a node was asked */
    checked_at: string
  } | null
  /** Why a signed transfer was released */
  evidence: string | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** Who prepared it */
  created_by: string
  /** When it was prepared */
  created_at: string
  /** When it was last changed */
  updated_at: string
  /** From the intent to its effect, oldest first */
  timeline: {
    /** What happened */
    step: 'created' | 'approval_asked' | 'approved' | 'refused' | 'signed' | 'exported' | 'sent' | 'confirmed' | 'doubted' | 'failed' | 'replaced' | 'cancelled' | 'released'
    /** When */
    at: string
    /** Who did it; null: the service */
    by: string | null
    /** A reason, evidence or problem */
    note: string | null
  }[]
}

/** What a transaction needs fresh from its chain, below the name of the network. */
export type TransferInputs = {
  /** For bitcoin */
  bitcoin?: {
    /** The transactions whose outputs are spent */
    previous: {
      /** The whole transaction that paid the wallet, in hexadecimal. Its hash is its id, so no amount can be wrong. */
      transaction: string
      /** Which of its outputs are spent, from 0 */
      outputs: number[]
    }[]
    /** The fee in satoshi per virtual byte */
    fee_rate: string
  } | undefined
  /** For ethereum */
  ethereum?: {
    /** How many transactions the wallet has sent */
    nonce: number
    /** The highest price of gas, in wei */
    max_fee_per_gas: string
    /** The part of it for the validator, in wei */
    max_priority_fee_per_gas: string
    /** What the wallet has, in base units of the coin */
    balance: string
    /** What the wallet has of the token; needed to send a token */
    token_balance?: string | undefined
  } | undefined
  /** For tron */
  tron?: {
    /** The id of a recent block */
    block_id: string
    /** What the wallet has, in base units of the coin */
    balance: string
    /** What the wallet has of the token; needed to send a token */
    token_balance?: string | undefined
  } | undefined
  /** For solana */
  solana?: {
    /** A recent block hash: the transaction lives about a minute */
    blockhash?: string | undefined
    /** A durable nonce account whose authority is the wallet, instead of a block hash */
    nonce_account?: string | undefined
    /** The nonce that this account has now */
    nonce?: string | undefined
    /** What the wallet has, in base units of the coin */
    balance: string
    /** What the recipient has, in lamport; needed to send SOL */
    recipient_balance?: string | undefined
    /** What the wallet has of the token; needed to send a token */
    token_balance?: string | undefined
    /** Whether the recipient has its account for the token; needed to send a token. If not, it is made, and its rent (0.00203928 SOL) counts as fee */
    recipient_token_account?: boolean | undefined
  } | undefined
  /** For ton */
  ton?: {
    /** The seqno of the wallet; 0 before its first transaction */
    seqno: number
    /** What the wallet has, in base units of the coin */
    balance: string
    /** What the wallet has of the token; needed to send a token */
    token_balance?: string | undefined
  } | undefined
}

/** A page of a list. */
export type TransferListResponse = {
  /** The objects on this page */
  items: TransferResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Coins that leave a wallet of an organization. */
export type TransferResponse = {
  /** The id of the transfer */
  id: string
  /** The organization whose coins are sent */
  organization_id: string
  /** The network on which the coins are sent */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The coin, or a token of the network */
  asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
  /** The wallet that pays. It may be one of an older generation. */
  from_wallet_id: string
  /** The generation of that wallet */
  from_generation: number
  /** The address of that wallet */
  from_address: string
  /** The entry of the address book that is paid, or a current wallet of the organization; the request itself if its destination is in no address book */
  address_id: string
  /** The address that is paid */
  to_address: string
  /** By which the recipient knows whose coins they are, such as an exchange: on ton the comment of the payment; that of the entry, null: none */
  memo: string | null
  /** The label of the entry; null for an own wallet */
  to_label: string | null
  /** The amount in base units (satoshi, wei, sun, lamport, nanoton; millionths of USDT or USDC), or `all`: what is there, less the fee */
  amount: string
  /** The highest fee, in base units of the coin of the network */
  fee_ceiling: string
  /** Why the coins are sent */
  reason: string
  /** The purchase request that it delivers */
  request_id: string | null
  /** The client whose request is delivered from a wallet of the desk; null: the organization pays for itself */
  client_id: string | null
  /** The organization whose wallet (`address_id`) a wallet of the desk fills up with the coin of the network; null: it is no top-up */
  fuel_for: string | null
  /** The batch that it was last put into */
  batch_id: string | null
  /** A signed transfer that this one replaces: it spends the same input, nonce or seqno */
  replaces: string | null
  /** The transfer that replaced this one */
  replaced_by: string | null
  /** The trusted addresses that `to_address` looks like, with which it was compared in full */
  compared_with: string[]
  /** SHA-256 of the canonical JSON of the intent. It is what people approve. */
  digest: string
  /** The status */
  status: 'draft' | 'waiting' | 'approved' | 'signed' | 'sent' | 'confirmed' | 'failed' | 'replaced' | 'cancelled'
  /** The open approval of its signature */
  approval_id: string | null
  /** What was signed; null before */
  signature: {
    /** The id of the transaction */
    tx_id: string
    /** The amount that is paid, in base units */
    amount: string
    /** The highest fee that the transaction can cost, in base units of the coin. Of a batch on bitcoin, the share of this transfer */
    fee: string
    /** Which output of the transaction pays this transfer, from 0, of a batch on bitcoin; null: the transaction pays nothing else */
    output_index: number | null
    /** What no other transaction can spend as well: inputs of bitcoin, a nonce, a seqno */
    spends: string[]
    /** When the network stops accepting it; null: it never expires */
    valid_until: string | null
    /** When it was signed */
    signed_at: string
    /** Who had it signed */
    signed_by: string
  } | null
  /** What the network did; null until a node was asked */
  effect: {
    /** `confirmed` only if the recipient has the amount, deep enough in the chain */
    result: 'pending' | 'confirmed' | 'failed'
    /** How deep it is in the chain */
    confirmations: number
    /** The fee that was paid */
    fee: string | null
    /** Why it failed, or what is still missing */
    problem: string | null
    /** When a node was asked */
    checked_at: string
  } | null
  /** Why a signed transfer was released */
  evidence: string | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** Who prepared it */
  created_by: string
  /** When it was prepared */
  created_at: string
  /** When it was last changed */
  updated_at: string
}

/** A page of a list. */
export type TrialBalanceResponse = {
  /** The objects on this page */
  items: {
    /** The account */
    account: string
    /** A currency (ISO 4217) or an asset */
    commodity: string
    /** The account of the company's plan; null if no rule of the plan fits */
    plan_account: string | null
    /** Its balance before `from`; zero without it */
    opening: string
    /** The sum of its debits */
    debit: string
    /** The sum of its credits, without a sign */
    credit: string
    /** Its balance at the end of `through` */
    balance: string
  }[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** Why the posting is reversed. */
export type UnpostChainFeeBody = {
  /** Why */
  reason: string
}

/** Why the posting of a line is reversed. */
export type UnpostStatementLineBody = {
  /** Why */
  reason: string
}

/** Changes of an administrator. Absent fields do not change. */
export type UpdateAdministratorRequest = {
  /** The name that others see */
  name?: string | undefined
  /** The role, which decides about the permissions */
  role?: 'owner' | 'custodian' | 'officer' | 'operator' | 'auditor' | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** Changes of a company. Absent fields do not change, `null` clears a field. Papers that were issued stay as they are. */
export type UpdateDeskCompanyBody = {
  /** The reason code of the registration (KPP) */
  kpp?: string | null | undefined
  /** The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader */
  ogrn?: string | undefined
  /** The full name, as it is printed */
  full_name?: string | undefined
  /** The short name, also the payee of the payment QR code */
  short_name?: string | undefined
  /** The address in the state register */
  legal_address?: string | undefined
  /** The name in Latin letters, for papers in English and payments from abroad */
  latin_name?: string | null | undefined
  /** The address in Latin letters */
  latin_address?: string | null | undefined
  /** VAT: a rate on the fee, or none with its legal ground. Null if nothing was said; then papers say nothing of VAT */
  vat?: {
    /** The rate in percent that is part of the fee, such as `20`; null without VAT */
    rate?: string | null | undefined
    /** Without a rate: what papers and payment codes say of it, with its legal ground */
    ground?: string | null | undefined
    /** The same in English, for papers in English */
    ground_en?: string | null | undefined
  } | null | undefined
  /** The person who signs for the company. A sole trader signs alone, and needs none */
  director?: {
    /** The name of the person who signs */
    name: string
    /** The post of the person who signs */
    post: string
  } | undefined
  /** The name of the chief accountant, who signs invoices too */
  accountant?: string | null | undefined
  /** The bank accounts. An invoice names one in its currency: the first, unless another is chosen */
  bank_accounts?: {
    /** The account of the company: 20 digits with a bank in Russia, up to 34 signs elsewhere; not needed with an IBAN */
    settlement_account?: string | null | undefined
    /** The code of the bank in Russia (BIK); a bank elsewhere has a SWIFT code only */
    bik?: string | null | undefined
    /** The name of the bank */
    bank_name: string
    /** The account of the bank with the central bank */
    correspondent_account?: string | null | undefined
    /** The currency of the account (ISO 4217). Without it, the one that digits 6 to 8 of an account with a bank in Russia say, otherwise RUB */
    currency?: string | undefined
    /** The SWIFT code of the bank (BIC, ISO 9362) */
    swift?: string | null | undefined
    /** The account as IBAN, where the bank has them */
    iban?: string | null | undefined
    /** The name of the bank in Latin letters */
    bank_latin_name?: string | null | undefined
    /** The address of the bank in Latin letters */
    bank_latin_address?: string | null | undefined
    /** The bank through which money from abroad comes */
    correspondent_bank?: {
      /** Its name in Latin letters */
      name: string
      /** Its SWIFT code */
      swift: string
      /** The account of our bank with it */
      account?: string | null | undefined
    } | null | undefined
    /** Why no statements of it are imported: then a close of the books asks for none. Null if they are */
    without_statements?: string | null | undefined
  }[] | undefined
  /** Whether new papers may be issued by the company */
  active?: boolean | undefined
  /** The organization that is this company: it has wallets of its own, from which clients are paid. It is set once. Null if none was named */
  organization_id?: string | undefined
  /** Wallets of the company that give others the coin of the network, which fees are paid in: one for each network */
  fuel_wallets?: {
    /** The id of the wallet */
    wallet_id: string
    /** The highest amount of one top-up, in base units of the coin */
    most_amount: string
    /** The highest fee of one top-up, in base units of the coin */
    most_fee: string
  }[] | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** What to change. Fields that are left out stay as they are. */
export type UpdateNotificationSettingsBody = {
  /** The language of e-mails; null: Russian if your name is written in Cyrillic letters, otherwise English */
  language?: 'en' | 'ru' | null | undefined
  /** The kinds of notices that are also sent by e-mail, at once */
  mail?: ('mention' | 'assignment' | 'approval' | 'overdue' | 'expiring' | 'security')[] | undefined
  /** The hour from which the daily digest of what waits is sent; null for none */
  digest_hour?: number | null | undefined
  /** The IANA time zone of `digest_hour`; null for that of the service */
  time_zone?: string | null | undefined
}

/** Changes of a person. Absent fields do not change, `null` clears a field. */
export type UpdateOrganizationPersonBody = {
  /** What the person is to the organization. The first `director` and the first `contact` are those of the organization. */
  role?: 'director' | 'owner' | 'representative' | 'contact' | undefined
  /** The name, in the script of its country */
  name?: string | undefined
  /** The name in Latin letters, as in a passport */
  name_latin?: string | null | undefined
  /** The birth date; only of a person */
  birth_date?: string | null | undefined
  /** The citizenship of a person, or the country of a company (ISO 3166-1 alpha-2, capital letters) */
  citizenship?: string | null | undefined
  /** The tax number (INN): 12 digits of a person, 10 of a company */
  inn?: string | null | undefined
  /** The share in percent, with at most 4 decimal places; only of an owner. It is the share of the organization or, with `parent_id`, of that company. Shares of the same company add up to at most 100. */
  share?: string | null | undefined
  /** The company through which it owns the organization: another of the people, with the schema `Company`; null for a direct owner */
  parent_id?: string | null | undefined
  /** The identity document; only of a person. It replaces the one before as a whole. */
  identity_document?: {
    /** The kind of document */
    type: 'passport' | 'travel_passport' | 'id_card' | 'residence_permit' | 'other'
    /** The number */
    number: string
    /** The day on which it was issued */
    issued_on?: string | null | undefined
  } | null | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** Changes of an organization. Absent fields do not change, `null` clears a field. */
export type UpdateOrganizationRequest = {
  /** The number in the state register (OGRN): 13 digits of a company, 15 of a sole trader */
  ogrn?: string | undefined
  /** The reason code of the registration (KPP) of a company or of its branch */
  kpp?: string | null | undefined
  /** The full name */
  full_name?: string | undefined
  /** The short name */
  short_name?: string | null | undefined
  /** The country of registration (ISO 3166-1 alpha-2, capital letters) */
  country?: string | null | undefined
  /** The number in the register of that country. No two foreign companies of a country have the same. */
  registration_number?: string | null | undefined
  /** The legal entity identifier (LEI, ISO 17442) */
  lei?: string | null | undefined
  /** Why no owner of more than 25 % is named among the people, such as a listing on an exchange */
  ownership_statement?: string | null | undefined
  /** The day of the registration */
  registration_date?: string | null | undefined
  /** The address in the state register */
  legal_address?: string | null | undefined
  /** The address where it works */
  actual_address?: string | null | undefined
  /** The code of the main activity (OKVED) */
  okved_main?: string | null | undefined
  /** The person who may sign for the organization. If people of the role `director` are kept, it is the first of them. */
  director?: {
    /** The name of the director */
    name: string
    /** The post of the director */
    post?: string | null | undefined
    /** The tax number (INN) of the director as a person */
    inn?: string | null | undefined
  } | null | undefined
  /** The person to talk to. If people of the role `contact` are kept, it is the first of them. */
  contact?: {
    /** The name of the person to talk to */
    name?: string | null | undefined
    /** The e-mail address */
    email?: string | null | undefined
    /** The telephone number */
    phone?: string | null | undefined
  } | null | undefined
  /** The account for payments. A change puts an approved `bank-details` document back to pending. */
  bank_details?: {
    /** The code of the bank (BIK) */
    bik: string
    /** The name of the bank */
    bank_name?: string | null | undefined
    /** The account of the organization */
    settlement_account: string
    /** The account of the bank with the central bank */
    correspondent_account?: string | null | undefined
    /** The currency of the account */
    currency?: string | undefined
  } | null | undefined
  /** The status in the state register */
  registry_status?: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown' | undefined
  /** The id in a system of yours. No two organizations have the same. */
  external_id?: string | null | undefined
  /** Notes for your colleagues */
  notes?: string | null | undefined
  /** The day of the liquidation */
  liquidation_date?: string | null | undefined
  /** The state of the check of the organization (KYB) */
  kyb_status?: 'new' | 'in_review' | 'approved' | 'rejected' | 'suspended' | undefined
  /** Why it is rejected or suspended: required then */
  kyb_reason?: string | null | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** A new policy. */
export type UpdatePolicyBody = {
  /** All rules of the new policy */
  rules: PolicyRule[]
  /** The version that was read. If the policy has changed since, the request fails with `version_conflict`. */
  version?: number | undefined
}

/** Each status takes only the fields that belong to it. */
export type UpdatePurchaseRequestStatusBody = {
  /** The new status */
  status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  /** Why; required for `rejected`, `cancelled`, `on_hold`, `failed` and `refunded` */
  reason_code?: 'kyb' | 'documents' | 'compliance' | 'quote' | 'customer_request' | 'payment_not_received' | 'delivery_failed' | 'duplicate' | 'other' | null | undefined
  /** A remark for the history */
  comment?: string | null | undefined
  /** The reference of the payment; required for `paid` */
  payment_reference?: string | null | undefined
  /** The amount that was received; required for `paid` */
  received_amount?: string | null | undefined
  /** When it was received; now unless given */
  received_at?: string | null | undefined
  /** The transaction that delivers the asset; required for `completed` */
  tx_hash?: string | null | undefined
  /** For `completed`: when the asset was sent; now unless given */
  delivered_at?: string | null | undefined
  /** For `refunded`: when the money was paid back; now unless given */
  paid_at?: string | null | undefined
  /** Until when the new price is valid; required to approve an expired request */
  quote_expires_at?: string | null | undefined
  /** For `completed`: deliver although less was received than the total. An act under the policy */
  accept_underpayment?: boolean | null | undefined
  /** It was compared in full (`address_looks_alike`). Those who approve see with what */
  compared_in_full?: boolean | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** Dismisses a step, or brings it back. */
export type UpdateSetupStepBody = {
  /** Whether the step need not be done */
  dismissed: boolean
}

/** What is changed; `filters` replaces all filters. */
export type UpdateViewBody = {
  /** The name. A person has only one view of a list with this name */
  name?: string | undefined
  /** The filters of the list by their names, as its operations and its export take them */
  filters?: Record<string, unknown> | undefined
  /** The order: `-created_at` is newest first, `created_at` oldest first; null: as the list is */
  sort?: '-created_at' | 'created_at' | null | undefined
  /** The keys of the columns that the console shows, in their order; null: those that the list shows by itself */
  columns?: string[] | null | undefined
  /** Whether every administrator who may read the list can open it; otherwise only its owner can */
  shared?: boolean | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** Pause or resume. */
export type UpdateWebhookDeliveryStateBody = {
  /** Whether nothing is to be delivered */
  paused: boolean
}

/** Changes of an endpoint. Absent fields do not change, `null` clears a field. */
export type UpdateWebhookEndpointBody = {
  /** Where events are sent: an https address that is public */
  url?: string | undefined
  /** What the endpoint is used for */
  description?: string | null | undefined
  /** The event types to deliver; null means all */
  event_types?: ('organization.created' | 'organization.updated' | 'organization.kyb_decided' | 'person.created' | 'person.updated' | 'person.deleted' | 'document.uploaded' | 'document.reviewed' | 'wallets.created' | 'wallets.replaced' | 'secret.read' | 'address.added' | 'address.removed' | 'transfer.created' | 'transfer.signed' | 'transfer.sent' | 'transfer.confirmed' | 'transfer.failed' | 'transfer.replaced' | 'transfer.cancelled' | 'transfer_batch.created' | 'transfer_batch.decided' | 'transfer_batch.cancelled' | 'transfer.doubted' | 'transfer.released' | 'signing.stopped' | 'signing.started' | 'approval.asked' | 'approval.approved' | 'approval.refused' | 'approval.withdrawn' | 'approval.used' | 'approval.stale' | 'policy.changed' | 'founding.proposed' | 'founding.confirmed' | 'founding.declared' | 'founding.withdrawn' | 'organization.commented' | 'document.commented' | 'purchase_request.commented' | 'purchase_request.created' | 'purchase_request.status_changed' | 'purchase_request.assigned' | 'purchase_request.quoted' | 'purchase_request.corrected' | 'purchase_request.payment_recorded' | 'purchase_request.payment_linked' | 'purchase_request.payer_accepted' | 'purchase_request.payment_reversed' | 'purchase_request.refund_recorded' | 'purchase_request.refund_reversed' | 'purchase_request.delivery_recorded' | 'purchase_request.delivery_reversed' | 'purchase_request.surplus_moved' | 'purchase_request.delivery_doubted' | 'purchase_request.exception_closed' | 'credit.recorded' | 'credit.allocated' | 'credit.linked' | 'credit.refunded' | 'credit.refund_reversed' | 'book_entry.posted' | 'book_entry.reversed' | 'rates.imported' | 'rate.set' | 'rate.removed' | 'books.revalued' | 'acquisition.recorded' | 'acquisition.reversed' | 'payment_file.created' | 'payment_file.voided' | 'chain_statement.imported' | 'chain_line.matched' | 'chain_line.set_aside' | 'chain_line.reopened' | 'chain_line.taken_back' | 'plan.set' | 'books.closed' | 'books.reopened' | 'statement.imported' | 'statement.explained' | 'statement_line.matched' | 'statement_line.set_aside' | 'statement_line.reopened' | 'statement_line.posted' | 'statement_line.unposted' | 'statement_line.settled' | 'posting_rule.created' | 'posting_rule.deleted' | 'desk_company.created' | 'desk_company.updated' | 'client_contract.set' | 'paper.issued' | 'paper.rendered' | 'paper.voided' | 'screening.list_published' | 'screening.hit_opened' | 'screening.hit_decided' | 'screening.hit_kept' | 'screening.hit_closed' | 'view.created' | 'view.updated' | 'view.deleted' | 'administrator.created' | 'administrator.updated' | 'administrator.disabled' | 'administrator.enabled' | 'administrator.reset' | 'api_key.created' | 'api_key.revoked' | 'api_key.suspended' | 'api_key.resumed' | 'audit.verification_failed')[] | null | undefined
  /** Whether events are delivered */
  enabled?: boolean | undefined
  /** The version that was read. If it is another one by now, it is `version_conflict`. */
  version?: number | undefined
}

/** A file for a comment. */
export type UploadAttachmentBody = {
  /** The file: PDF, PNG, JPEG, DOCX or XLSX, at most 20 MiB. Its content determines its type. */
  file: Blob
}

/** The state of the vault. */
export type VaultResponse = {
  /** Whether secrets and documents can be read */
  state: 'open' | 'sealed'
  /** Why it is sealed, e.g. key_missing, key_wrong or token_pin_wrong */
  sealed_because: string | null
  /** Whether a drill has proved that another slot than the one in use opens the vault */
  backed_up: boolean
  /** The ways to open the vault */
  slots: {
    /** The id of the slot */
    id: string
    /** How the slot opens: by a key file, by a key in the environment, by shares of several people, or by a token (PKCS #11) */
    kind: 'file' | 'env' | 'shares' | 'pkcs11'
    /** Whether this slot opened the vault of the responding node */
    in_use: boolean
    /** How many shares there are */
    shares: number | null
    /** How many shares open the slot */
    threshold: number | null
    /** When a drill last proved that the slot opens the vault */
    drilled_at: string | null
    /** When the slot was added */
    created_at: string
  }[]
}

/** What is wrong with the audit log. */
export type VerificationData = {
  /** How many problems were found */
  problems: number
}

/** A page of a list. */
export type ViewListResponse = {
  /** The objects on this page */
  items: ViewResponse[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A list with filters, saved under a name. */
export type ViewResponse = {
  /** The id of the view */
  id: string
  /** The list that it shows */
  list: 'organizations' | 'purchase-requests' | 'documents' | 'payments' | 'transfers' | 'transfer-batches' | 'credits' | 'statement-lines' | 'announced-lines' | 'payment-files' | 'book-entries' | 'rates' | 'acquisitions' | 'chain-lines' | 'addresses' | 'approvals' | 'administrators' | 'hits' | 'audit-events' | 'wallets' | 'webhook-deliveries'
  /** The name. A person has only one view of a list with this name */
  name: string
  /** The filters of the list by their names, as its operations and its export take them */
  filters: Record<string, string>
  /** The order: `-created_at` is newest first, `created_at` oldest first; null: as the list is */
  sort: '-created_at' | 'created_at' | null
  /** The keys of the columns that the console shows, in their order; null: those that the list shows by itself */
  columns: string[] | null
  /** Whether every administrator who may read the list can open it; otherwise only its owner can */
  shared: boolean
  /** Who saved it, and may change it */
  owner: {
    /** The id of the administrator */
    id: string
    /** The name */
    name: string
  }
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When it was saved first */
  created_at: string
  /** When it was last changed */
  updated_at: string
}

/** Why a paper no longer holds. */
export type VoidPaperBody = {
  /** Why the paper no longer holds */
  reason: string
}

/** Why a file must not be paid. */
export type VoidPaymentFileBody = {
  /** Why the file must not be paid */
  reason: string
}

/** What was requested by asset, currency and week of the request. Weeks without requests are left out. */
export type VolumesReport = {
  /** The first day of the report */
  from: string
  /** The last day of the report */
  to: string
  /** The figures */
  items: {
    /** The Monday of the week */
    week: string
    /** The first day of the week that is part of the report */
    from: string
    /** The last day of the week that is part of the report */
    to: string
    /** The asset */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** The currency of the prices */
    fiat_currency: string
    /** The number of requests */
    requests: number
    /** The sum of the amounts of the asset, exact */
    crypto_amount: string
    /** The sum of the prices with fee, exact */
    total_amount: string
    /** Those of them that are completed now */
    delivered: {
      /** The number of requests */
      requests: number
      /** The sum of the amounts of the asset, exact */
      crypto_amount: string
      /** The sum of the prices with fee, exact */
      total_amount: string
    }
  }[]
}

/** A vote. */
export type VoteBody = {
  /** The decision */
  decision: 'approve' | 'refuse'
  /** Why */
  reason?: string | null | undefined
  /** The response of a passkey to the challenge of this decision, which signs the vote */
  assertion?: PasskeyAssertion | undefined
}

/** The approval after the vote. */
export type VotedApprovalResponse = {
  /** The id of the approval */
  id: string
  /** What somebody wants to do */
  act: 'organization.decide_kyb' | 'document.review' | 'wallet.reveal' | 'wallet.replace' | 'address.add' | 'transfer.sign' | 'transfer.release' | 'transfer.confirm' | 'signing.start' | 'policy.change' | 'request.approve' | 'payment.record' | 'credit.allocate' | 'request.complete' | 'request.accept_deviation' | 'payment.reverse' | 'request.refund' | 'refund.reverse' | 'delivery.reverse' | 'books.post' | 'rates.set' | 'books.revalue' | 'treasury.acquire' | 'refund.order' | 'books.close' | 'books.reopen' | 'statement.import' | 'screening.decide' | 'screening.import' | 'administrator.create' | 'administrator.change_role' | 'administrator.enable' | 'administrator.disable' | 'administrator.reset' | 'api_key.create' | 'webhook.save'
  /** What it is to be done to */
  subject: {
    /** The type of the object */
    type: string
    /** The id of the object; null if it does not exist yet */
    id: string | null
    /** The version of the object, if it has one */
    version: number | null
    /** The organization that the object belongs to */
    organization_id: string | null
  }
  /** What is voted on. If it differs when the act is done, the approval is `stale`. */
  content: Record<string, unknown>
  /** SHA-256 of act, subject and content; votes are on this hash */
  content_hash: string
  /** What became of it */
  status: 'waiting' | 'approved' | 'refused' | 'expired' | 'used' | 'withdrawn' | 'stale'
  /** Who wants to do it; of an API key, who made it */
  asked_by: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
  }
  /** The API key with which it was asked for; null if a person asked */
  api_key: {
    /** The id of the API key */
    id: string
    /** The name of the API key */
    name: string
  } | null
  /** When it was asked for */
  asked_at: string
  /** The reason that was given */
  reason: string | null
  /** How many people must approve */
  needed: number
  /** The roles of those who may approve */
  from: string[]
  /** The votes, oldest first */
  votes: {
    /** Who voted */
    by: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
    }
    /** The decision */
    decision: 'approve' | 'refuse'
    /** The reason that was given */
    reason: string | null
    /** When it was given */
    at: string
    /** Whether it was signed with a passkey */
    signed: boolean
    /** Whether it counts now: the voter may have been disabled, demoted or reset since */
    counts: boolean
  }[]
  /** How many people could approve this now; accounts that lead back to one person count once */
  eligible: number
  /** While it waits: people of these roles whose vote would not count now, and why */
  not_eligible: {
    /** The id of the administrator */
    id: string
    /** The name of the administrator */
    name: string
    /** Why their vote does not count */
    because: 'asker' | 'api_key' | 'disabled' | 'role' | 'too_new' | 'lineage'
    /** With `lineage`: the people to whom this account and that of who asked, or of another voter, lead back */
    counts_as: {
      /** The id of the administrator */
      id: string
      /** The name of the administrator */
      name: string
    }[]
    /** With `too_new`: until when */
    until: string | null
    /** With `lineage`: what somebody on the machine runs if the accounts belong to different people; only owners see it */
    commands: string[]
  }[]
  /** While it waits and too few can decide: `confirm` accounts on the machine, `wait` until somebody is no longer too new, or `create` an administrator; null otherwise */
  way_out: 'founding' | 'confirm' | 'link' | 'wait' | 'create' | null
  /** Until when it waits for votes; once approved, until when the act can be done */
  expires_at: string
  /** Whether the caller may vote now */
  may_vote: boolean
  /** Why the caller may not vote; null if they may or if it is closed */
  not_eligible_because: 'asker' | 'api_key' | 'disabled' | 'role' | 'too_new' | 'lineage' | null
  /** What a passkey signs to vote: SHA-256 of `kontor vote 1`, id, content hash and decision, each on a line */
  challenges: {
    /** The challenge of an approving vote, in Base64url */
    approve: string
    /** The challenge of a refusing vote, in Base64url */
    refuse: string
  }
  /** Of an approving vote on creating or resetting an account: half of its link, shown only now. Give it to the person whom you know to be the owner of the account, and to nobody else. Null otherwise. */
  link_half: string | null
}

/** What is on the wallets of an organization. */
export type WalletBalanceListResponse = {
  /** The wallets on networks with a node, those of the current generation first */
  items: {
    /** The id of the wallet */
    wallet_id: string
    /** The network of the wallet */
    network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
    /** The address of the wallet */
    address: string
    /** The generation of the wallet */
    generation: number
    /** The coin, or a token of the network */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** What the node says is there, in base units (satoshi, wei, sun, lamport, nanoton; millionths of USDT or USDC) */
    amount: string | null
    /** Why nothing is known; null if the node answered */
    problem: 'node_unavailable' | null
    /** When the node was asked; it is asked again after half a minute */
    checked_at: string
  }[]
}

/** A wallet with all that is known of it, except its secret. */
export type WalletDetailsResponse = {
  /** The id of the wallet */
  id: string
  /** The organization that the wallet belongs to */
  organization_id: string
  /** Its short name, or its full name if it has none */
  organization_name: string
  /** The network of the wallet */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address of the wallet */
  address: string
  /** The number of the generation: 1, 2, 3 … */
  generation: number
  /** Whether it is in use, or was replaced by another one */
  status: 'current' | 'retired'
  /** One for each asset that can be on it */
  balances: {
    /** The coin, or a token of the network */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** Of a wallet of the desk, what the books have on it; otherwise what was delivered to it, and what transfers brought and took, with their fees. Below zero if coins came that are not recorded here */
    booked: string
    /** What the node said last; null if it was not asked */
    on_chain: string | null
    /** When the node said it */
    checked_at: string | null
  }[]
  /** What is missing of the coin of the network to pay the fee of a token that is on the wallet, as the node said last; null if nothing is, or if no node was asked */
  needs_fuel: {
    /** The coin of the network */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** How much is missing up to the usual highest fee */
    amount: string
  } | null
  /** The last delivery or confirmed transfer that is recorded here; null if there was none */
  last_used_at: string | null
  /** When the wallet was created */
  created_at: string
  /** When its secret was first read */
  exposed_at: string | null
  /** The path from the mnemonic to the key */
  derivation_path: string
  /** When it was replaced; null while it is current */
  retired_at: string | null
  /** Why it was replaced; null while it is current */
  retired_reason: string | null
}

/** All generations of the wallets of an organization. */
export type WalletGenerationListResponse = {
  /** The generations, the current one first */
  items: WalletGenerationResponse[]
}

/** The wallets that are derived from one mnemonic of an organization. */
export type WalletGenerationResponse = {
  /** The organization that the wallets belong to */
  organization_id: string
  /** The number of the generation: 1, 2, 3 … */
  generation: number
  /** Whether these are the wallets of today, or were replaced by others */
  status: 'current' | 'retired'
  /** When its mnemonic was made */
  created_at: string
  /** When its wallets were replaced; null while they are current */
  retired_at: string | null
  /** Why they were replaced; null while they are current */
  reason: string | null
  /** When a secret of it was first read */
  exposed_at: string | null
  /** Its wallets, one for each network */
  wallets: WalletResponse[]
}

/** What came to a wallet and left it. */
export type WalletMovementListResponse = {
  /** The movements, newest first */
  items: {
    /** What moved the coins */
    kind: 'delivery' | 'acquisition' | 'transfer_in' | 'transfer_out'
    /** The id of the delivery, acquisition or transfer */
    id: string
    /** The coin, or a token of the network */
    asset: 'BTC' | 'ETH' | 'USDT' | 'USDC' | 'TRX' | 'SOL' | 'TON'
    /** How much; null for everything that is there */
    amount: string | null
    /** Of a transfer: its status. Of a delivery: `delivered`, of an acquisition: `acquired`, or `reversed` */
    status: string
    /** The purchase request that it is for */
    request_id: string | null
    /** Its number */
    request_number: string | null
    /** The transaction; null if there is none yet */
    tx_id: string | null
    /** When it was sent or recorded */
    at: string
  }[]
}

/** A wallet of an organization. */
export type WalletResponse = {
  /** The id of the wallet */
  id: string
  /** The organization that the wallet belongs to */
  organization_id: string
  /** The network of the wallet */
  network: 'bitcoin' | 'ethereum' | 'tron' | 'solana' | 'ton'
  /** The address of the wallet */
  address: string
  /** The path from the mnemonic to the key */
  derivation_path: string
  /** How the key was derived, e.g. bip32-secp256k1 or slip10-ed25519 */
  scheme: string
  /** The wallet contract a TON address depends on */
  contract_version: string | null
  /** When the wallet was created */
  created_at: string
  /** When its secret was first read */
  exposed_at: string | null
}

/** The wallets that were made. */
export type WalletsData = {
  /** The new wallets */
  wallets: {
    /** The id of the wallet */
    id: string
    /** The network */
    network: string
    /** The address */
    address: string
  }[]
}

/** A delivery, with its message. */
export type WebhookDeliveryDetailResponse = {
  /** The id of the delivery */
  id: string
  /** The endpoint */
  endpoint_id: string
  /** The `webhook-id` header, the same for all attempts */
  event_id: string
  /** What has happened */
  event_type: string
  /** What has changed */
  object: {
    /** The type of the object */
    type: string
    /** The id of the object */
    id: string
  }
  /** Whether it is still to be delivered, was delivered, or was given up (`parked`) */
  state: 'pending' | 'delivered' | 'parked'
  /** How many attempts there were */
  attempts: number
  /** When the next attempt is made */
  next_attempt_at: string | null
  /** What it waits for, if not for its next attempt: an earlier event of the same object, or that the endpoint is enabled */
  waits_for: 'earlier_event' | 'endpoint' | null
  /** When the last attempt was made */
  last_attempt_at: string | null
  /** The status that the endpoint responded with */
  response_status: number | null
  /** The beginning of the response */
  response_excerpt: string | null
  /** Why the last attempt failed, in one sentence */
  error: string | null
  /** Stable code of the error */
  error_code: 'response_status' | 'timeout' | 'connection_failed' | 'name_not_public' | 'url_invalid' | 'url_not_https' | 'url_with_credentials' | 'url_not_public' | null
  /** Values of the error, for programs */
  error_context: Record<string, unknown> | null
  /** When the event happened */
  created_at: string
  /** The message that is sent */
  message: WebhookMessage
}

/** A page of a list. */
export type WebhookDeliveryListResponse = {
  /** The objects on this page */
  items: WebhookDeliveryResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** The delivery of an event to an endpoint. */
export type WebhookDeliveryResponse = {
  /** The id of the delivery */
  id: string
  /** The endpoint */
  endpoint_id: string
  /** The `webhook-id` header, the same for all attempts */
  event_id: string
  /** What has happened */
  event_type: string
  /** What has changed */
  object: {
    /** The type of the object */
    type: string
    /** The id of the object */
    id: string
  }
  /** Whether it is still to be delivered, was delivered, or was given up (`parked`) */
  state: 'pending' | 'delivered' | 'parked'
  /** How many attempts there were */
  attempts: number
  /** When the next attempt is made */
  next_attempt_at: string | null
  /** What it waits for, if not for its next attempt: an earlier event of the same object, or that the endpoint is enabled */
  waits_for: 'earlier_event' | 'endpoint' | null
  /** When the last attempt was made */
  last_attempt_at: string | null
  /** The status that the endpoint responded with */
  response_status: number | null
  /** The beginning of the response */
  response_excerpt: string | null
  /** Why the last attempt failed, in one sentence */
  error: string | null
  /** Stable code of the error */
  error_code: 'response_status' | 'timeout' | 'connection_failed' | 'name_not_public' | 'url_invalid' | 'url_not_https' | 'url_with_credentials' | 'url_not_public' | null
  /** Values of the error, for programs */
  error_context: Record<string, unknown> | null
  /** When the event happened */
  created_at: string
}

/** Whether webhooks are being delivered. */
export type WebhookDeliveryStateResponse = {
  /** While true, nothing is delivered to any endpoint; events are kept */
  paused: boolean
  /** Since when delivery is paused */
  paused_at: string | null
  /** The name of who paused it */
  paused_by: string | null
  /** `restore`: the database was restored from a backup; `owner`: an owner paused it */
  reason: 'restore' | 'owner' | null
}

/** A page of a list. */
export type WebhookEndpointListResponse = {
  /** The objects on this page */
  items: WebhookEndpointResponse[]
  /** How many objects the whole list has */
  total: number
  /** False if a text search matches very many: then there are at least `total` */
  total_is_exact: boolean
  /** The most objects on a page, as requested */
  limit: number
  /** How many objects come before this page */
  offset: number
}

/** An address that events are sent to. */
export type WebhookEndpointResponse = {
  /** The id of the endpoint */
  id: string
  /** Where events are sent: an https address that is public */
  url: string
  /** What the endpoint is used for */
  description: string | null
  /** The event types to deliver; null means all */
  event_types: string[] | null
  /** Whether events are delivered */
  enabled: boolean
  /** The first attempt that failed after the last one that succeeded; null if the last attempt succeeded or there was none. A new address begins anew, and so does enabling it again. */
  failing_since: string | null
  /** Until when messages are also signed with the previous secret */
  previous_secret_expires_at: string | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the endpoint was created */
  created_at: string
  /** When the endpoint was last changed */
  updated_at: string
  /** The name of who created the endpoint */
  created_by: string
}

/** An endpoint, with its new secret. */
export type WebhookEndpointWithSecretResponse = {
  /** The id of the endpoint */
  id: string
  /** Where events are sent: an https address that is public */
  url: string
  /** What the endpoint is used for */
  description: string | null
  /** The event types to deliver; null means all */
  event_types: string[] | null
  /** Whether events are delivered */
  enabled: boolean
  /** The first attempt that failed after the last one that succeeded; null if the last attempt succeeded or there was none. A new address begins anew, and so does enabling it again. */
  failing_since: string | null
  /** Until when messages are also signed with the previous secret */
  previous_secret_expires_at: string | null
  /** Goes up by one with each change. Send it with an update, so that nothing is overwritten. */
  version: number
  /** When the endpoint was created */
  created_at: string
  /** When the endpoint was last changed */
  updated_at: string
  /** The name of who created the endpoint */
  created_by: string
  /** The secret that signs the messages, shown only once */
  secret: string
}

/** The body of a webhook request, signed after Standard Webhooks. */
export type WebhookMessage = {
  /** The id of the event, the same in all attempts. Use it to recognize what you have seen. */
  id: string
  /** What has happened */
  type: string
  /** When it happened */
  timestamp: string
  /** What has changed */
  object: {
    /** The type of the object */
    type: string
    /** The id of the object */
    id: string
  }
  /** Where the object can be read as it is now, with `GET`; null if this change has deleted it */
  path: string | null
  /** The organization that the object belongs to */
  organization_id: string | null
  /** Details, depending on the type */
  data: Record<string, unknown>
}

/** A piece of work. */
export type WorkItem = {
  /** Queue that it is in */
  queue: 'approvals' | 'documents' | 'kyb' | 'hits' | 'requests' | 'payments' | 'statements' | 'chain-lines' | 'credits' | 'exceptions' | 'payers' | 'quotes' | 'expiring-documents' | 'new-organizations'
  /** What it is */
  kind: 'approval' | 'document' | 'organization' | 'screening_hit' | 'purchase_request' | 'statement_line' | 'statement' | 'chain_line' | 'credit'
  /** Its id; of a document, that of its current version */
  id: string
  /** What people call it */
  title: string
  /** The kind of a document, the status of an organization or a request, the act of an approval, the list of a hit, the purpose of a payment, the reference of a credit */
  detail: string | null
  /** Organization that it belongs to */
  organization_id: string | null
  /** What people call the organization */
  organization_name: string | null
  /** Money that it is about */
  amount: string | null
  /** Currency of the money */
  currency: string | null
  /** Version of the document, organization, hit or request, as a change of it expects it */
  version: number | null
  /** Administrator that it is assigned to */
  assignee_id: string | null
  /** Since when it waits */
  waiting_since: string
  /** When it should be done */
  due_at: string
  /** Whether that time has passed */
  overdue: boolean
}

/** A page of a list. */
export type WorkListResponse = {
  /** The objects on this page */
  items: WorkItem[]
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null
}

/** A queue, and how much waits in it. */
export type WorkQueueState = {
  /** Name of the queue */
  queue: 'approvals' | 'documents' | 'kyb' | 'hits' | 'requests' | 'payments' | 'statements' | 'chain-lines' | 'credits' | 'exceptions' | 'payers' | 'quotes' | 'expiring-documents' | 'new-organizations'
  /** How much waits; at most 1000 */
  total: number
  /** False if more waits than `total`, because counting stopped at 1000 */
  total_is_exact: boolean
  /** How much of it is overdue; at most 1000 */
  overdue: number
  /** How much of it is assigned to the caller, at most 1000; null where work has no assignee */
  mine: number | null
  /** Whether the caller may do this work */
  may_act: boolean
  /** Whether something waits for this work: no document has to be reviewed where `KONTOR_KYB_REQUIRES` asks for uploads only */
  is_required: boolean
  /** Since when the oldest of it waits; null if nothing waits */
  oldest_at: string | null
  /** When the first of it was or will be due; null if nothing waits */
  next_due_at: string | null
  /** How long work may wait until it is overdue. Of `quotes` and `expiring-documents`: how long before its end it is work */
  due_seconds: number
}

/** What waits. */
export type WorkResponse = {
  /** The queues that the caller may see */
  items: WorkQueueState[]
}

/** Every type of event, with the type of its object and its data. */
export interface WebhookEvents {
  /** An organization was created */
  'organization.created': { object: 'organization'; data: OrganizationData & {
    /** `legal`, `individual` or `foreign` */
    type: string
    /** INN */
    inn: string | null
    /** KPP */
    kpp: string | null
  } }
  /** Fields of an organization were changed */
  'organization.updated': { object: 'organization'; data: OrganizationData & {
    /** The changed fields */
    changed: string[]
  } }
  /** The KYB status of an organization was decided */
  'organization.kyb_decided': { object: 'organization'; data: KybDecisionData }
  /** A person or a company behind an organization was added */
  'person.created': { object: 'person'; data: PersonData }
  /** A person or a company behind an organization was changed */
  'person.updated': { object: 'person'; data: PersonData & {
    /** The changed fields */
    changed: string[]
  } }
  /** A person or a company behind an organization was removed */
  'person.deleted': { object: 'person'; data: PersonData }
  /** A version of a document was uploaded */
  'document.uploaded': { object: 'document'; data: DocumentData }
  /** A document was approved or rejected, or waits for a review again */
  'document.reviewed': { object: 'document'; data: DocumentData }
  /** Wallets were created for an organization */
  'wallets.created': { object: 'organization'; data: WalletsData }
  /** The wallets of an organization were replaced by new ones */
  'wallets.replaced': { object: 'organization'; data: ReplacedWalletsData }
  /** A mnemonic or the secret keys of an organization were read */
  'secret.read': { object: 'organization'; data: SecretReadData }
  /** An address was added to the address book of an organization */
  'address.added': { object: 'address'; data: AddressData }
  /** An address was removed from the address book of an organization */
  'address.removed': { object: 'address'; data: AddressData }
  /** A transfer was prepared */
  'transfer.created': { object: 'transfer'; data: TransferData & {
    /** Where the coins go */
    to_address: string
    /** The memo of the payment, if it has one */
    memo?: string | undefined
    /** The purchase request that it delivers */
    request_id: string | null
    /** SHA-256 of what is to be signed */
    digest: string
  } }
  /** A transfer was signed */
  'transfer.signed': { object: 'transfer'; data: TransferData & {
    /** The highest fee */
    fee: string
    /** What it spends */
    spends: string[]
  } }
  /** A signed transfer was given to the network */
  'transfer.sent': { object: 'transfer'; data: TransferData }
  /** The recipient of a transfer has the amount */
  'transfer.confirmed': { object: 'transfer'; data: TransferData }
  /** The network has not carried out a transfer */
  'transfer.failed': { object: 'transfer'; data: TransferData }
  /** A signed transfer was replaced by another one */
  'transfer.replaced': { object: 'transfer'; data: TransferData }
  /** A transfer that was not signed was cancelled, or nobody had it signed for 30 days */
  'transfer.cancelled': { object: 'transfer'; data: TransferData }
  /** Transfers were put into a batch that is approved as one */
  'transfer_batch.created': { object: 'transfer_batch'; data: TransferBatchData }
  /** A batch was approved: its transfers are being signed */
  'transfer_batch.decided': { object: 'transfer_batch'; data: TransferBatchData }
  /** A batch was dissolved: nothing more is signed under it */
  'transfer_batch.cancelled': { object: 'transfer_batch'; data: TransferBatchData }
  /** A node no longer knows the transaction of a transfer that was confirmed */
  'transfer.doubted': { object: 'transfer'; data: TransferData }
  /** A signed transfer was given up */
  'transfer.released': { object: 'transfer'; data: TransferData }
  /** Somebody has stopped the signing of transactions */
  'signing.stopped': { object: 'signing'; data: NoData }
  /** Transactions are signed again */
  'signing.started': { object: 'signing'; data: NoData }
  /** Somebody wants to do what other people must approve */
  'approval.asked': { object: 'approval'; data: ApprovalData }
  /** Enough people have approved an act */
  'approval.approved': { object: 'approval'; data: ApprovalData }
  /** An act was refused */
  'approval.refused': { object: 'approval'; data: ApprovalData }
  /** Who asked for an approval has withdrawn it */
  'approval.withdrawn': { object: 'approval'; data: ApprovalData }
  /** An approved act was done */
  'approval.used': { object: 'approval'; data: ApprovalData }
  /** What somebody wants to do has changed since they asked, so that the approval is void */
  'approval.stale': { object: 'approval'; data: ApprovalData }
  /** The policy was changed */
  'policy.changed': { object: 'policy'; data: PolicyData }
  /** The people of today were asked to declare themselves independent */
  'founding.proposed': { object: 'founding'; data: FoundingData }
  /** A founder has confirmed that the founders are independent */
  'founding.confirmed': { object: 'founding'; data: FoundingData }
  /** All founders have declared themselves independent of each other */
  'founding.declared': { object: 'founding'; data: FoundingData }
  /** The proposal to the founders was withdrawn */
  'founding.withdrawn': { object: 'founding'; data: FoundingData }
  /** Somebody commented on an organization */
  'organization.commented': { object: 'organization'; data: CommentedOrganizationData }
  /** Somebody commented on a document */
  'document.commented': { object: 'document'; data: CommentedDocumentData }
  /** Somebody commented on a purchase request */
  'purchase_request.commented': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The id of the comment */
    comment_id: string
    /** The ids of administrators whom it mentions */
    mentions: string[]
  } }
  /** A purchase request was created */
  'purchase_request.created': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** Who works on it */
    assignee_id: string | null
  } }
  /** The status of a purchase request was changed */
  'purchase_request.status_changed': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The status of before */
    previous_status: 'new' | 'in_review' | 'on_hold' | 'approved' | 'expired' | 'paid' | 'failed' | 'completed' | 'rejected' | 'cancelled' | 'refunded'
  } }
  /** A purchase request was assigned to an administrator, or to nobody */
  'purchase_request.assigned': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** Who works on it */
    assignee_id: string | null
  } }
  /** A new price was quoted for a purchase request */
  'purchase_request.quoted': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The id of the quote */
    quote_id: string
    /** The fields that have changed, with `from` and `to`; remarks only by name */
    changes: Record<string, unknown>[]
  } }
  /** A purchase request was corrected */
  'purchase_request.corrected': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The fields that have changed, with `from` and `to`; remarks only by name */
    changes: Record<string, unknown>[]
  } }
  /** A payment of a purchase request was recorded */
  'purchase_request.payment_recorded': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The payment */
    recorded_payment: {
      /** Its id */
      id: string
      /** The amount */
      amount: string
      /** The currency */
      currency: string
      /** The reference of the payment */
      reference: string
      /** When it came */
      received_at: string
      /** Whether somebody else than the organization has paid; null if that is not known */
      is_foreign_payer: boolean | null
      /** The line of a bank statement */
      statement_line_id: string | null
    }
  } }
  /** A payment of a purchase request was found on a bank statement */
  'purchase_request.payment_linked': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The payment that was found */
    linked_payment: {
      /** Its id */
      id: string
      /** The amount */
      amount: string
      /** The currency */
      currency: string
      /** The reference of the payment */
      reference: string
      /** When it came */
      received_at: string
      /** Whether somebody else than the organization has paid; null if that is not known */
      is_foreign_payer: boolean | null
      /** The line of a bank statement */
      statement_line_id: string | null
    }
  } }
  /** A payer who is not the organization was accepted */
  'purchase_request.payer_accepted': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The payment */
    accepted_payment: {
      /** Its id */
      id: string
      /** The amount */
      amount: string
      /** The currency */
      currency: string
      /** The reference of the payment */
      reference: string
      /** When it came */
      received_at: string
      /** Whether somebody else than the organization has paid; null if that is not known */
      is_foreign_payer: boolean | null
      /** The line of a bank statement */
      statement_line_id: string | null
    }
  } }
  /** A payment of a purchase request was reversed */
  'purchase_request.payment_reversed': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The payment */
    reversed_payment: {
      /** Its id */
      id: string
      /** The amount */
      amount: string
      /** The currency */
      currency: string
      /** The reference of the payment */
      reference: string
      /** When it came */
      received_at: string
      /** Whether somebody else than the organization has paid; null if that is not known */
      is_foreign_payer: boolean | null
      /** The line of a bank statement */
      statement_line_id: string | null
    }
  } }
  /** Money of a purchase request was paid back */
  'purchase_request.refund_recorded': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The refund */
    refund: {
      /** Its id */
      id: string
      /** The amount */
      amount: string
      /** The currency */
      currency: string
      /** The reference of the payment */
      reference: string
    }
  } }
  /** A refund of a purchase request was reversed */
  'purchase_request.refund_reversed': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The refund */
    reversed_refund: {
      /** Its id */
      id: string
      /** The amount */
      amount: string
      /** The currency */
      currency: string
      /** The reference of the payment */
      reference: string
    }
  } }
  /** Coins were delivered for a purchase request */
  'purchase_request.delivery_recorded': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The delivery */
    delivery: {
      /** Its id */
      id: string
      /** The asset */
      asset: string
      /** The amount of the asset */
      amount: string
      /** The transaction */
      tx_hash: string
    }
  } }
  /** A delivery of a purchase request was reversed, or its coins came back */
  'purchase_request.delivery_reversed': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The delivery */
    reversed_delivery: {
      /** Its id */
      id: string
      /** The asset */
      asset: string
      /** The amount of the asset */
      amount: string
      /** The transaction */
      tx_hash: string
      /** The transaction that brought it back */
      returned_tx_hash: string | null
    }
  } }
  /** Money above the total of a purchase request became a credit */
  'purchase_request.surplus_moved': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The credit that it became */
    credit: {
      /** Its id */
      id: string
      /** The amount */
      amount: string
      /** The currency */
      currency: string
    }
  } }
  /** The node no longer confirms a delivery that a transfer has made */
  'purchase_request.delivery_doubted': { object: 'purchase_request'; data: PurchaseRequestData & {
    /** The transfer that delivered */
    transfer_id: string
    /** The transaction */
    tx_hash: string | null
  } }
  /** Somebody has looked at a purchase request whose facts were reversed after it was completed */
  'purchase_request.exception_closed': { object: 'purchase_request'; data: PurchaseRequestData }
  /** Money came that belongs to no purchase request yet */
  'credit.recorded': { object: 'credit'; data: CreditData }
  /** Money of a credit was used for a purchase request, or came back from it */
  'credit.allocated': { object: 'credit'; data: CreditData }
  /** A credit was found on a bank statement */
  'credit.linked': { object: 'credit'; data: CreditData }
  /** Money of a credit was paid back */
  'credit.refunded': { object: 'credit'; data: CreditData }
  /** A refund of a credit was reversed */
  'credit.refund_reversed': { object: 'credit'; data: CreditData }
  /** Somebody has posted an entry in the books */
  'book_entry.posted': { object: 'book_entry'; data: BookEntryData }
  /** An entry that somebody had posted was reversed */
  'book_entry.reversed': { object: 'book_entry'; data: BookEntryData }
  /** Rates of exchange were imported */
  'rates.imported': { object: 'rates'; data: RatesImportData }
  /** Somebody has typed a rate of exchange */
  'rate.set': { object: 'rate'; data: RateData & {
    /** The rate in the currency of the books */
    rate: string
    /** For how many units */
    nominal: number
  } }
  /** Somebody has removed a rate of exchange */
  'rate.removed': { object: 'rate'; data: RateData }
  /** Exchange differences were posted in the books */
  'books.revalued': { object: 'books'; data: RevaluedBooksData }
  /** Coins that a company of the desk has bought were recorded */
  'acquisition.recorded': { object: 'acquisition'; data: AcquisitionData }
  /** An acquisition of coins was reversed */
  'acquisition.reversed': { object: 'acquisition'; data: AcquisitionData }
  /** A file of payment orders of refunds was made */
  'payment_file.created': { object: 'payment_file'; data: PaymentFileData }
  /** Somebody said that a file of payment orders must not be paid */
  'payment_file.voided': { object: 'payment_file'; data: PaymentFileData }
  /** A node or a file has told of new transactions of own wallets */
  'chain_statement.imported': { object: 'chain_statement'; data: ChainImportData }
  /** It is known what a transaction of an own wallet is */
  'chain_line.matched': { object: 'chain_line'; data: ChainLineData & {
    /** What it is */
    kind: string
    /** Its id */
    match_id: string
  } }
  /** A transaction of an own wallet was set aside */
  'chain_line.set_aside': { object: 'chain_line'; data: ChainLineData }
  /** A transaction of an own wallet is new again: taken back, or what it was matched with was reversed */
  'chain_line.reopened': { object: 'chain_line'; data: ChainLineData }
  /** A node no longer lists a transaction of an own wallet */
  'chain_line.taken_back': { object: 'chain_line'; data: ChainLineData }
  /** The plan of accounts was changed */
  'plan.set': { object: 'plan'; data: PlanData }
  /** The books were closed up to a day */
  'books.closed': { object: 'books'; data: BooksClosedData }
  /** Days of the books are open again */
  'books.reopened': { object: 'books'; data: BooksReopenedData }
  /** A bank statement was imported */
  'statement.imported': { object: 'statement'; data: StatementData }
  /** Somebody said why a bank statement does not follow from the others */
  'statement.explained': { object: 'statement'; data: StatementWarningsData }
  /** A line of a bank statement was matched with purchase requests or organizations */
  'statement_line.matched': { object: 'statement_line'; data: StatementLineData & {
    /** `in` or `out` */
    direction: string
    /** The currency */
    currency: string
    /** What the line was matched with */
    matches: {
      /** What the money is: a payment, a credit, a refund … */
      kind: string
      /** The id of that */
      id: string
      /** The purchase request */
      request_id: string | null
      /** The amount */
      amount: string
      /** Whether it was recorded before the statement came */
      was_entered: boolean
    }[]
  } }
  /** A line of a bank statement was set aside */
  'statement_line.set_aside': { object: 'statement_line'; data: StatementLineData }
  /** A line of a bank statement is new again: taken back, or its payment was reversed */
  'statement_line.reopened': { object: 'statement_line'; data: StatementLineData }
  /** A line of a bank statement was posted as a fee, tax, transfer between own accounts or the like */
  'statement_line.posted': { object: 'statement_line'; data: StatementLineData & {
    /** The entry of the books */
    posting_id: string
    /** The account */
    account: string
    /** The currency */
    currency: string
  } }
  /** The posting of a line of a bank statement was reversed */
  'statement_line.unposted': { object: 'statement_line'; data: StatementLineData & {
    /** The entry that was reversed */
    posting_id: string
  } }
  /** Both lines of a purchase or sale of currency are known: it is settled */
  'statement_line.settled': { object: 'statement_line'; data: StatementLineData & {
    /** The entry of the books */
    settlement_id: string
    /** The line of the other side */
    exchange_line_id: string
    /** The day in the books */
    day: string
    /** Roubles that the exchange brought more than the rates of the day say */
    result: string
  } }
  /** Somebody has made a rule that suggests an account for lines of bank statements */
  'posting_rule.created': { object: 'posting_rule'; data: PostingRuleData }
  /** Somebody has deleted a rule that suggests an account for lines of bank statements */
  'posting_rule.deleted': { object: 'posting_rule'; data: PostingRuleData }
  /** A company of the desk was added */
  'desk_company.created': { object: 'desk_company'; data: DeskCompanyResponse }
  /** A company of the desk was changed */
  'desk_company.updated': { object: 'desk_company'; data: DeskCompanyResponse }
  /** The contract with an organization was set, or taken away */
  'client_contract.set': { object: 'organization'; data: ContractData }
  /** An invoice or an act was issued */
  'paper.issued': { object: 'paper'; data: PaperResponse }
  /** The PDF of an invoice or an act can be downloaded */
  'paper.rendered': { object: 'paper'; data: PaperResponse }
  /** An invoice or an act no longer holds */
  'paper.voided': { object: 'paper'; data: PaperResponse }
  /** A sanctions list has changed */
  'screening.list_published': { object: 'screening_list'; data: ScreeningListData }
  /** A party may be on a list: a hit was found, or has opened again */
  'screening.hit_opened': { object: 'screening_hit'; data: ScreeningHitData }
  /** A hit was dismissed, confirmed or continued, or a decision was taken back */
  'screening.hit_decided': { object: 'screening_hit'; data: ScreeningHitData }
  /** The party or the entry of a hit was changed or removed, and it waits for a decision */
  'screening.hit_kept': { object: 'screening_hit'; data: ScreeningHitData }
  /** A hit was closed, because the list or the party changed */
  'screening.hit_closed': { object: 'screening_hit'; data: ScreeningHitData }
  /** A view that is shared was saved */
  'view.created': { object: 'view'; data: ViewResponse }
  /** A view that is shared was changed, or is no longer shared */
  'view.updated': { object: 'view'; data: ViewResponse }
  /** A view that was shared was deleted */
  'view.deleted': { object: 'view'; data: ViewResponse }
  /** An administrator was created */
  'administrator.created': { object: 'administrator'; data: AdministratorData }
  /** The name or the role of an administrator was changed */
  'administrator.updated': { object: 'administrator'; data: AdministratorData }
  /** An administrator was disabled */
  'administrator.disabled': { object: 'administrator'; data: AdministratorData }
  /** An administrator was enabled */
  'administrator.enabled': { object: 'administrator'; data: AdministratorData }
  /** The password of an administrator was reset */
  'administrator.reset': { object: 'administrator'; data: AdministratorData }
  /** An API key was created */
  'api_key.created': { object: 'api_key'; data: ApiKeyResponse }
  /** An API key was revoked */
  'api_key.revoked': { object: 'api_key'; data: ApiKeyResponse }
  /** An API key was suspended by a restore */
  'api_key.suspended': { object: 'api_key'; data: SuspendedApiKeyData }
  /** An API key was resumed after a restore */
  'api_key.resumed': { object: 'api_key'; data: ApiKeyResponse }
  /** The audit log, its checkpoints and the database do not fit each other */
  'audit.verification_failed': { object: 'audit'; data: VerificationData }
}

export type EventType = keyof WebhookEvents

/** A message of a webhook. Later versions of the service may send other types. */
export type WebhookEvent = {
  [Type in EventType]: Omit<WebhookMessage, 'type' | 'object' | 'data'> & {
    type: Type
    object: { type: WebhookEvents[Type]['object']; id: string }
    data: WebhookEvents[Type]['data']
  }
}[EventType]

/** The codes of failures. Later versions of the service may send others. */
export type ErrorCode =
  /** The request cannot be read: it is no HTTP, its Host header or a header with a version is malformed, or an upload stalled. */
  | 'unreadable'
  /** The address and the headers of the request have more than 16 KiB together. */
  | 'headers_too_large'
  /** The body has more bytes, values or levels than the operation reads. `detail` says which. */
  | 'body_too_large'
  /** The `Content-Type` of the body is not one that the operation reads. */
  | 'media_type_not_supported'
  /** The `Content-Type` declares another character set than UTF-8. */
  | 'charset_not_supported'
  /** The `Content-Encoding` says that the body is compressed, which no operation reads. */
  | 'coding_not_supported'
  /** The body has bytes that are no UTF-8. Nothing was saved. */
  | 'not_utf8'
  /** The body is not valid JSON, or has a member that is named `__proto__`. `context.position` is the character at which reading stopped, counted from 0, where it is known. */
  | 'malformed_json'
  /** The body is not a complete multipart form, or its `Content-Type` names no boundary. */
  | 'malformed_form'
  /** The request was not sent completely in time. */
  | 'request_timeout'
  /** There is no such path, or no such object. */
  | 'not_found'
  /** The path exists, but not with this method. It is 404, because the specification declares no 405. */
  | 'method_not_allowed'
  /** There is already such an object. `context.reason` says what is the same. */
  | 'duplicate'
  /** The object has changed since it was read. Nothing was changed now. */
  | 'version_conflict'
  /** The status cannot change like this. */
  | 'transition_not_allowed'
  /** Something must be done before this step. `context.blockers` lists everything. */
  | 'approval_blocked'
  /** The same `Idempotency-Key` was used with another body. */
  | 'idempotency_key_reused'
  /** The changes after this cursor are not kept any more, or the database was restored from a backup since. */
  | 'cursor_expired'
  /** More requests were sent than one caller may send in a minute. */
  | 'too_many_requests'
  /** You have too many open streams of events, or too many requests that wait for changes. */
  | 'too_many_streams'
  /** The database cannot be reached, or is changing its server. */
  | 'database_unavailable'
  /** Another change holds what this one needs, and did not end within 15 seconds: a node that is frozen or slow, or a session that somebody has opened by hand. Nothing was done. */
  | 'lock_timeout'
  /** The connection to the database was lost while saving: whether it was saved is not known. */
  | 'outcome_unknown'
  /** The store of documents cannot be reached. */
  | 'storage_unavailable'
  /** There is no space left. Nothing was saved. */
  | 'storage_full'
  /** The service cannot receive events from the database at the moment. */
  | 'events_unavailable'
  /** The service has too much to do at the moment. Nothing was done. */
  | 'overloaded'
  /** This server is being stopped or restarted. */
  | 'shutting_down'
  /** The range of bytes lies outside of the document. */
  | 'range_not_satisfiable'
  /** A defect of the service. */
  | 'internal'
  /** The request has no credential. */
  | 'token_missing'
  /** The access token has expired, or is none of this service. */
  | 'token_invalid'
  /** The refresh token was used already, has expired, or is none of this service. */
  | 'refresh_token_invalid'
  /** The session has ended: by sign-out, by an administrator, or because it was not used. */
  | 'session_ended'
  /** The e-mail address or the password is wrong. */
  | 'invalid_credentials'
  /** The password is right, and the account needs a one-time code. */
  | 'otp_required'
  /** The one-time code is wrong, too old, or was used already. */
  | 'otp_invalid'
  /** This needs a recent proof of who you are; with `context.passkey`, one with a passkey. */
  | 'reauthentication_required'
  /** The path of the download was changed, or the link to set a password was used already or replaced by a newer one. */
  | 'link_invalid'
  /** The path of the download is older than five minutes, or the link to set a password than 24 hours. */
  | 'link_expired'
  /** The link to set a password is one half, because others had to approve the account. */
  | 'link_half_required'
  /** This is not the half of one of those whose votes were counted for this account. */
  | 'link_half_invalid'
  /** Your role, or the scopes of your API key, do not allow this. */
  | 'forbidden'
  /** An API key was used for something that only a person may do. */
  | 'administrators_only'
  /** The refresh cookie was sent from a page of another site. */
  | 'cross_site'
  /** Your role needs a second factor (`KONTOR_SECOND_FACTOR`), and your account has none. */
  | 'second_factor_required'
  /** There is no such session, or it is not yours. */
  | 'session_not_found'
  /** One-time codes are already enabled. */
  | 'otp_already_enabled'
  /** One-time codes are not enabled. */
  | 'otp_not_enabled'
  /** There is no enrolment to confirm. */
  | 'otp_not_enrolled'
  /** Your role needs a second factor, and this is the last one. */
  | 'last_second_factor'
  /** Too many attempts to sign in have failed for this account or from this address. */
  | 'too_many_failures'
  /** Too many passwords are being checked at the same time. */
  | 'too_many_sign_ins'
  /** The password is right, and the account has passkeys but no one-time codes; or a passkey is to be removed and none was used in the last 15 minutes. */
  | 'passkey_required'
  /** The answer of the passkey does not match: `reason` is `challenge` (used, too old or of another session), `unknown`, `signature`, `registration`, or `counter` (the authenticator was probably copied). */
  | 'passkey_invalid'
  /** You have no passkey with this id. */
  | 'passkey_not_found'
  /** This passkey has already been added, by you or by somebody else. */
  | 'passkey_exists'
  /** This passkey was removed. What was signed for it then does not count for it again. */
  | 'passkey_removed'
  /** You have a passkey already, and the new one comes without its signature. */
  | 'passkey_signature_required'
  /** You have as many passkeys as an account can have. */
  | 'too_many_passkeys'
  /** The logout token is not valid: it is not signed by the identity provider, not for this service, too old, or was sent before. */
  | 'logout_token_invalid'
  /** The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was finished before. */
  | 'oidc_flow_invalid'
  /** The response of the identity provider did not pass the checks. */
  | 'oidc_response_invalid'
  /** The identity provider refused the sign-in, or it was cancelled there. */
  | 'oidc_denied'
  /** None of the groups at the identity provider has a role here. */
  | 'oidc_no_role'
  /** The administrator is disabled. */
  | 'oidc_account_disabled'
  /** Somebody else signed in at the identity provider than the owner of the session. */
  | 'oidc_other_person'
  /** This installation has no identity provider. */
  | 'oidc_not_configured'
  /** Another account has the e-mail address of this identity. Accounts are never linked by their e-mail address. */
  | 'oidc_email_taken'
  /** The identity provider sent no e-mail address, or one that it has not verified. */
  | 'oidc_email_invalid'
  /** The account is managed by the identity provider, so it has no password and no role of its own. */
  | 'account_managed'
  /** The identity provider cannot be reached, or does not answer as it should. */
  | 'oidc_unavailable'
  /** There is no organization with this id. */
  | 'organization_not_found'
  /** Another import of the party register is running, or its files are being received. */
  | 'register_importing'
  /** The organization has no person with this id. */
  | 'person_not_found'
  /** The person has no identity document. */
  | 'identity_document_not_found'
  /** Others own the organization through this company. */
  | 'person_in_use'
  /** The organization has as many people as it can have. */
  | 'too_many_people'
  /** The organization has no document of this kind or version. */
  | 'document_not_found'
  /** The decision cannot be taken back: somebody else has made it (`context.because` is `other_person`), it is older than the seconds that a slip of the hand is noticed in (`too_late`), or taking it back needs votes (`approval`). Others may have acted on it. */
  | 'decision_stands'
  /** The virus scanner cannot be reached. Nothing was saved. */
  | 'scanner_unavailable'
  /** The organization has no wallets yet. */
  | 'wallets_not_created'
  /** There is no wallet with this id. */
  | 'wallet_not_found'
  /** The wallets of the organization have no generation with this number. */
  | 'wallet_generation_not_found'
  /** The organization already has a wallet on every enabled network. */
  | 'wallets_exist'
  /** Somebody else has replaced the wallets of the organization while this request waited; `context.generation` is the current one. */
  | 'wallets_replaced'
  /** You have read as many secrets as one administrator may read in an hour. */
  | 'secret_reads_limited'
  /** The policy allows coins to be sent only to own wallets (`context.only` is `own_wallets`), or only to these and to addresses whose owner has signed a message (`proven`). */
  | 'address_not_allowed'
  /** The address book of the organization has no such entry. */
  | 'address_not_found'
  /** The address is a current wallet of the organization, which is in its address book by itself and cannot be added or removed. */
  | 'address_is_wallet'
  /** The address begins and ends like a trusted one of its network, but is another one: a wallet of an organization (`kind` is `wallet`), an entry of an address book (`address_book_entry`), the destination of a signed transfer (`transfer`), or the typed destination of a delivered request (`purchase_request`). Who poisons addresses makes such ones, so that they are copied by mistake. */
  | 'address_looks_alike'
  /** The service did not write what this relies on as it is in the database: somebody changed it there, or it is of a release before there were proofs. `context.kind` says what it is. Nothing was done. */
  | 'proof_invalid'
  /** There is no transfer with this id. */
  | 'transfer_not_found'
  /** Transfers are switched off, as they are unless `KONTOR_TRANSFERS=on`. */
  | 'transfers_disabled'
  /** The status of the transfer does not allow this; `context` has it, and the statuses that would. */
  | 'transfer_status'
  /** Nothing may be sent there now. `context.blockers`: `cooling_off` (the entry is too new), `screening_hit` (the address is on a list), `screening_stale` (a list is too old), `screening_failed` (the address, the organization or one of its people could not be compared with the lists), `removed` (the entry was removed, or the wallet replaced), `request_changed` (the purchase request is no longer to be paid like this, or another transfer may still pay it, also one that has failed or was replaced and was not given up with evidence), `foreign_payer` (somebody else has paid for it, and nobody has accepted that), and if the policy asks for it `payer_unknown` (a payment does not say who has paid) and `not_on_statement` (a payment is no line of a bank statement). */
  | 'transfer_blocked'
  /** The organization is suspended or rejected, or a list may name it or one of its people: nothing leaves it but to its own wallets. `context.blockers` says why. */
  | 'organization_stopped'
  /** A signature of this transfer, or of another one that spends the same, was given out before the database went back to an earlier state. */
  | 'signed_before'
  /** Another signed transfer spends the same input, nonce or seqno: `context.transfer_id`. Only one of them can be carried out. */
  | 'already_spent'
  /** The wallet of the desk has too little: other transfers that are signed and not carried out yet take `context.reserved` of `context.balance`, and this one needs `context.needed`. */
  | 'not_enough_coins'
  /** No company of the desk has named another wallet that gives others the coin of this network (`context.network`). */
  | 'no_fuel_wallet'
  /** A top-up of this wallet is prepared, signed or being sent already: `context.transfer_id`. */
  | 'top_up_open'
  /** There is no batch of transfers with this id. */
  | 'transfer_batch_not_found'
  /** The status of the batch does not allow this: `context.status`. After 24 hours nothing more is signed under it (`expired`). */
  | 'transfer_batch_status'
  /** The transfer is in a batch (`context.batch_id`), and is signed with it. */
  | 'transfer_in_batch'
  /** The installation has a node of this network, which says itself what became of the transfer. */
  | 'node_confirms'
  /** The transaction would not spend anything that the replaced one spends, so that both could be carried out. */
  | 'replaces_nothing'
  /** The installation has no node of this network. */
  | 'node_missing'
  /** The signed transaction does not fit into a QR code. */
  | 'qr_too_large'
  /** The blockchain node of the network does not answer, answers nonsense, or refuses. */
  | 'node_unavailable'
  /** Somebody has stopped the signing of transactions at `context.stopped_at`. Nothing signed is sent or exported either. */
  | 'signing_stopped'
  /** Signing is not stopped; perhaps somebody else has just started it. */
  | 'signing_not_stopped'
  /** The policy keeps this from you, because you, your API key, or an account that leads back to you did the work before it. */
  | 'four_eyes'
  /** A rule of the policy asks for a passkey for this act, and the vote has no `assertion`. A session that began with a passkey does not stand for it: it says nothing about what is voted on. */
  | 'vote_signature_required'
  /** The policy asks for the approval of other people, or an API key asks for an act that people approve. They were asked. */
  | 'approval_required'
  /** It would be above the limit that the policy sets for 24 hours. No approval lifts it. If the limit is for each organization, `context.organization_id` names the one that would be above it. */
  | 'limit_exceeded'
  /** You may not vote on this approval, or not withdraw it; `context.reason` says why. */
  | 'not_eligible'
  /** You are not among the people who were asked. */
  | 'not_a_founder'
  /** There is no approval with this id. */
  | 'approval_not_found'
  /** Nothing was proposed to the founders, or it was withdrawn or is older than seven days. */
  | 'founding_not_found'
  /** The approval was refused, used, withdrawn, or has expired. */
  | 'approval_closed'
  /** What was approved has changed since. */
  | 'approval_stale'
  /** You have voted on this approval, and decided otherwise. */
  | 'already_voted'
  /** Without this administrator, too few people could satisfy a rule of the policy. */
  | 'policy_unsatisfiable'
  /** Founding happens once, before any rule asks for two people. `context.because` says why it is too late: `declared`, `rules_in_force`, `rules_of_environment`, `rules_before`. */
  | 'founding_closed'
  /** The founders have been asked already, and not all have confirmed. */
  | 'founding_proposed'
  /** Since it was proposed, somebody was created, disabled, enabled, reset or renamed, or has another role. */
  | 'founding_changed'
  /** Your account was created or reset less than 24 hours ago. */
  | 'founder_too_new'
  /** No comment on this organization, its documents or its requests has a file with this id. */
  | 'comment_attachment_not_found'
  /** There is no purchase request with this id. */
  | 'purchase_request_not_found'
  /** There is no such payment of this purchase request. */
  | 'payment_not_found'
  /** The purchase request has no such quote. */
  | 'quote_not_found'
  /** There is no such refund of this purchase request, or of this credit. */
  | 'refund_not_found'
  /** There is no such delivery of this purchase request. */
  | 'request_delivery_not_found'
  /** There is no such credit. */
  | 'credit_not_found'
  /** Money has come for the request, so its price and its terms can no longer change. */
  | 'already_paid'
  /** The purchase request has a status in which this is not possible. */
  | 'status_not_allowed'
  /** A payment with this reference, amount, day and payer is recorded already: for the request, or from another line of a statement. Spaces, case, look-alike letters and forms of a name do not make it another one. */
  | 'duplicate_payment'
  /** The request is paid, and the payment with this reference is recorded with another amount or day. Setting `paid` again adds no money by accident. */
  | 'payment_differs'
  /** With this payment, more than 10 % above the total would have been received. */
  | 'overpayment'
  /** The payment, refund or delivery was reversed before. */
  | 'already_reversed'
  /** More would be paid back than is left of what was received. */
  | 'refund_exceeds'
  /** A signed transfer delivers `context.on_the_way` of the request. Whoever has its bytes can send it, so that what it costs is not paid back. */
  | 'delivery_on_its_way'
  /** A refund with this reference and amount is recorded already. */
  | 'duplicate_refund'
  /** Without this payment, less would have been received than was paid back, or money above the total became a credit of it and was used. */
  | 'below_refunded'
  /** The rate is at least five times, or at most a fifth of, the last one that was quoted for this asset and currency. */
  | 'unusual_rate'
  /** More would be moved to a credit than is above the total of the request and came with its last payment. */
  | 'surplus_exceeds'
  /** Nothing of this request was reversed after it was completed, or somebody has closed that already. */
  | 'no_exception'
  /** The request is completed, with another transaction. */
  | 'already_delivered'
  /** A delivery with this transaction is recorded already for the request. */
  | 'duplicate_delivery'
  /** The transaction is that of a transfer from a wallet of the desk (`context.transfer_id`), whose delivery the service records itself, from this wallet, when the transfer is confirmed. */
  | 'transaction_of_transfer'
  /** The transaction is recorded as a delivery of another request. `context` names that request if you may see requests. */
  | 'transaction_already_delivers'
  /** More would be delivered than was bought. */
  | 'delivery_exceeds'
  /** More would be used than is left of the credit. */
  | 'credit_exceeds'
  /** The installation has a node of the network, and it does not confirm that this transaction has delivered the amount; `context.problem` says what it knows. */
  | 'delivery_unconfirmed'
  /** There is no entry with this id. */
  | 'entry_not_found'
  /** The entry was reversed before. */
  | 'entry_reversed'
  /** The register of banks has no such BIK. `context.as_of` is the day of the register, null if none was imported. */
  | 'bank_not_found'
  /** There is no rate with this id, or none counts on this day for this currency. */
  | 'rate_not_found'
  /** No rate of `context.currency` counts on `context.day`, so that an amount has no value in roubles. */
  | 'rate_missing'
  /** The rate counts on days up to `context.closed_through`, for which the books are closed: what was computed with it is final. */
  | 'rate_of_closed_day'
  /** There is no acquisition with this id. */
  | 'acquisition_not_found'
  /** The acquisition was reversed before. */
  | 'acquisition_reversed'
  /** The lines `context.line_ids` of bank statements are posted as payments for the acquisition. */
  | 'acquisition_paid'
  /** There is no file of payment orders with this id. */
  | 'payment_file_not_found'
  /** Somebody said that the file must not be paid. */
  | 'payment_file_voided'
  /** A file has the refunds `context.refund_ids` already, so that they would be paid twice. */
  | 'refund_in_file'
  /** No refund in roubles waits to be paid that an order can be made of. */
  | 'no_refunds_to_pay'
  /** There is no transaction of an own wallet with this id. */
  | 'chain_line_not_found'
  /** Somebody or the service has said already what the line is: `context.status` and `context.kind`. */
  | 'chain_line_closed'
  /** The node lists the transaction no more, so that there is no money that could belong to something. */
  | 'chain_line_taken_back'
  /** The coins of the delivery came back with another line already, which is posted as a move. */
  | 'chain_moved_before'
  /** The line is posted neither as a network fee nor as a move; `context.status` says what it is. */
  | 'chain_fee_not_posted'
  /** The plan of accounts has no such version. */
  | 'plan_not_found'
  /** No rule of the plan of accounts fits these accounts of the books, so that the journal would not be whole. */
  | 'accounts_unmapped'
  /** The books are closed up to `context.closed_through`, and this would be posted on `context.day`, which is final. */
  | 'period_closed'
  /** The books are closed up to this day or a later one. */
  | 'books_closed_already'
  /** The days that should be open again are not closed. */
  | 'books_not_closed'
  /** Something is still open before this close, and no reason was given. */
  | 'close_items_open'
  /** There is no statement with this id. */
  | 'statement_not_found'
  /** There is no line of a statement with this id. */
  | 'statement_line_not_found'
  /** The lines of the file do not add up to its totals or balances, or it has none, so that a wrong amount would not be noticed. Nothing was imported. */
  | 'statement_difference'
  /** The account has a statement of the same days in another format, which `context` names. Banks number and describe the same payment differently in each, so every line would be added again. Nothing was imported. */
  | 'other_format'
  /** The statement follows from the others of its accounts: it has no gap, overlap or contradiction. */
  | 'nothing_to_explain'
  /** It is no longer certain that the line belongs to the request: `context.reason` says what has changed or was never so. */
  | 'match_uncertain'
  /** The line is matched with something else, posted to another account, or was set aside; `context.status` says which. */
  | 'statement_line_closed'
  /** The line has no posting that could be reversed; `context.status` says what it is. */
  | 'statement_line_not_posted'
  /** Somebody has decided about the line since: its decision is another one than that of `decided_at`. `context.decided_at` says when it was made. */
  | 'statement_line_decided'
  /** There is no rule with this id. */
  | 'posting_rule_not_found'
  /** There is a rule for the same text and direction already: `context.id`. */
  | 'posting_rule_known'
  /** There are `context.most` rules already. All of them are compared with each line that is read. */
  | 'posting_rules_full'
  /** The desk has no company with this id. */
  | 'desk_company_not_found'
  /** The company has been named as another organization. That is said once: its wallets may have paid clients since. */
  | 'own_organization_set'
  /** The organization has purchase requests: it is a client, and no company of the desk. */
  | 'organization_is_client'
  /** This purchase request has no paper with this id. */
  | 'paper_not_found'
  /** No invoice and no act has a date in this period. */
  | 'no_papers'
  /** The status of the purchase request does not allow this paper: an invoice needs `approved` or `paid`, an act `completed`. */
  | 'paper_not_allowed'
  /** The purchase request has an act that holds. There is one for each request. */
  | 'act_exists'
  /** The purchase request is paid in full: an invoice would ask for nothing. */
  | 'invoice_not_due'
  /** An invoice in English or in a foreign currency must say how it is paid from abroad, and the company lacks the fields in `context.fields`. */
  | 'requisites_missing'
  /** The paper was voided before, with another reason. */
  | 'paper_voided'
  /** The PDF of the paper is still being made. */
  | 'paper_rendering'
  /** There is no hit with this id. */
  | 'screening_hit_not_found'
  /** The list has lost more than a tenth of its entries. `context` has how many there were (`before`), would be (`after`) and are missing (`removed`). Nothing was published. */
  | 'list_shrunk'
  /** Another import of this list is running. */
  | 'list_importing'
  /** The service has closed the hit, because one side changed or is gone; `context.closed_reason` says which. */
  | 'screening_hit_closed'
  /** A hit is closed without a decision about the match only when its party is gone: the payment was reversed, the person removed, or the destination changed. */
  | 'screening_hit_not_closable'
  /** To continue is decided about a confirmed hit of a list of politically exposed persons (`pep`); `context` has the kind of the list and the status of the hit. */
  | 'screening_hit_not_continuable'
  /** A sanctions list was just published, and this node is still reading it. */
  | 'lists_loading'
  /** There is no view with this id, or another person keeps it for themselves. */
  | 'view_not_found'
  /** You have as many views as one person can keep. */
  | 'too_many_views'
  /** The API key was revoked, has expired, is used from another network, belongs to a disabled administrator, or is none of this service. */
  | 'api_key_invalid'
  /** There is no administrator with this id. */
  | 'administrator_not_found'
  /** There is no API key with this id. */
  | 'api_key_not_found'
  /** Nobody would be left who can manage administrators. */
  | 'last_owner'
  /** Nobody resets themselves. */
  | 'own_reset'
  /** The request was processed already, and its response contained a secret that is shown only once. */
  | 'secret_already_shown'
  /** There is no webhook endpoint with this id. */
  | 'webhook_not_found'
  /** There is no such delivery of this endpoint. */
  | 'delivery_not_found'
  /** The webhook endpoint is disabled. */
  | 'webhook_disabled'
  /** Your inbox has no notice with this id. */
  | 'notice_not_found'
  /** The audit log cannot be written or read, so nothing was done. */
  | 'audit_unavailable'
  /** No signed checkpoint of the audit log could be written, so nothing was released. `context.reason` is `place` if a file cannot be written (`detail` says which), and `changed` if the log was changed in the database. */
  | 'checkpoint_unavailable'
  /** The database went back to an earlier state: a node knows rows of the audit log that it no longer has. Nothing leaves until somebody has looked. */
  | 'rollback_held'
  /** The vault is sealed: its key is missing. Secrets and documents cannot be read or written. */
  | 'vault_sealed'
  /** The set-up has no step of this name. */
  | 'setup_step_not_found'
