import { exampleId } from './common.ts'
import type { DuplicateReason, FailureCode, FaultCode } from './error-codes.ts'

/** What the documentation says about a failure. A code without it does not compile. */
export interface FailureGuide {
  cause: string
  cure: string
  /** The tags of the operations that fail like this; absent: any operation. */
  of?: readonly string[]
  /** An example of `context`. */
  context?: Record<string, unknown>
}

const retry = 'Wait as long as `Retry-After` says, then send the request again.'
const signIn = 'Sign in again.'
const checkId = 'Check the id.'
const sso = ['Single sign-on']
const readAgain =
  'Read the object again, look at what has changed, and send the request with its new version.'

/** Why a request fails with each code, and what to do. `docs/errors.md` and `/openapi.json` are made from this table. */
export const failureGuide: Readonly<Record<FailureCode, FailureGuide>> = {
  unreadable: {
    cause:
      'The request cannot be read: broken JSON or multipart, a wrong content type, or a body that is too large.',
    cure: 'Correct the request. JSON bodies are UTF-8 and at most 1 MiB.',
  },
  logout_token_invalid: {
    cause:
      'The logout token is not valid: it is not signed by the identity provider, not for this service, too old, or was sent before.',
    cure: 'The provider must send a new token. Check its time and the client id.',
    of: sso,
  },
  request_timeout: {
    cause: 'The request was not sent completely in time.',
    cure: 'Send it again over a better connection.',
  },
  token_missing: { cause: 'The request has no credential.', cure: 'Send `Authorization: Bearer …`.' },
  token_invalid: {
    cause: 'The access token has expired, or is none of this service.',
    cure: 'Get a new access token with the refresh token.',
  },
  refresh_token_invalid: {
    cause: 'The refresh token was used already, has expired, or is none of this service.',
    cure: `${signIn} Always keep the newest refresh token.`,
    of: ['Authentication'],
  },
  session_ended: {
    cause: 'The session has ended: by sign-out, by an administrator, or because it was not used.',
    cure: signIn,
  },
  api_key_invalid: {
    cause:
      'The API key was revoked, has expired, is used from another network, belongs to a disabled administrator, or is none of this service.',
    cure: 'Look at the key in the list of API keys, or use another one. An owner can create it.',
  },
  invalid_credentials: {
    cause: 'The e-mail address or the password is wrong.',
    cure: 'Correct them. An owner can reset a password.',
    of: ['Authentication', 'Account'],
  },
  otp_required: {
    cause: 'The password is right, and the account needs a one-time code.',
    cure: 'Send the same request with `otp`.',
    of: ['Authentication', 'Account'],
  },
  otp_invalid: {
    cause: 'The one-time code is wrong, too old, or was used already.',
    cure: 'Send the next code, or a recovery code.',
    of: ['Authentication', 'Account'],
  },
  passkey_required: {
    cause:
      'The password is right, and the account has passkeys but no one-time codes; or a passkey is to be removed and none was used in the last 15 minutes.',
    cure: 'Sign in with the passkey: `passkeySignInOptions`, then `passkeySignIn`. In a session, call `reauthenticate` with a passkey.',
    of: ['Authentication', 'Account', 'Passkeys'],
  },
  passkey_invalid: {
    cause:
      'The answer of the passkey does not match: `reason` is `challenge` (used, too old or of another session), `unknown`, `signature`, `registration`, or `counter` (the authenticator was probably copied).',
    cure: 'Ask for new options and try again. After `counter`, remove the passkey.',
    of: ['Passkeys', 'Account'],
    context: { reason: 'challenge' },
  },
  reauthentication_required: {
    cause: 'This needs a recent proof of who you are; with `context.passkey`, one with a passkey.',
    cure: 'Call `reauthenticate` and use its access token. A refresh does not help.',
    context: { max_age: 900, passkey: false },
  },
  link_invalid: {
    cause:
      'The path of the download was changed, or the link to set a password was used already or replaced by a newer one.',
    cure: 'Use `download_url` as it is. For a password, ask an owner for a new link.',
    of: ['Documents', 'Authentication'],
  },
  link_expired: {
    cause:
      'The path of the download is older than five minutes, or the link to set a password than 24 hours.',
    cure: 'Read the document again and use its new `download_url`. For a password, ask an owner for a new link.',
    of: ['Documents', 'Authentication'],
  },
  oidc_flow_invalid: {
    cause:
      'The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was finished before.',
    cure: signIn,
    of: sso,
  },
  oidc_response_invalid: {
    cause: 'The response of the identity provider did not pass the checks.',
    cure: `${signIn} If it happens again, the log of the service says which check failed.`,
    of: sso,
  },
  forbidden: {
    cause: 'Your role, or the scopes of your API key, do not allow this.',
    cure: 'Ask an owner for the permission in `context.permission`.',
    context: { permission: 'organizations:write' },
  },
  administrators_only: {
    cause: 'An API key was used for something that only a person may do.',
    cure: 'Sign in as an administrator.',
  },
  cross_site: {
    cause: 'The refresh cookie was sent from a page of another site.',
    cure: 'Call from our own pages, or use the refresh token in the body.',
    of: ['Authentication'],
  },
  four_eyes: {
    cause:
      'The policy keeps this from you, because you, your API key, or an account that leads back to you did the work before it.',
    cure: 'Let another administrator do it. `kontor admin confirm` says that an account belongs to another person.',
    of: ['Documents', 'Organizations', 'Purchase requests'],
    context: { separate: 'uploaded' },
  },
  second_factor_required: {
    cause: 'Your role needs a second factor (`KONTOR_SECOND_FACTOR`), and your account has none.',
    cure: 'Add a passkey or one-time codes. Until then, only that is allowed.',
  },
  approval_required: {
    cause: 'The policy asks for the approval of other people. They were asked.',
    cure: 'Wait until `context.approval_id` is approved, then send the same request again. If `context.eligible` is 0, nobody can approve it: see `kontor admin create`.',
    context: { approval_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', needed: 1, eligible: 2 },
  },
  limit_exceeded: {
    cause: 'It would be above the limit that the policy sets for 24 hours. No approval lifts it.',
    cure: 'Wait until `context.resets_at`, or let the policy be changed.',
    context: { limit: 10, used: 10, resets_at: '2026-02-01T09:30:00Z' },
  },
  address_not_allowed: {
    cause:
      'The policy allows coins to be sent only to own wallets (`context.only` is `own_wallets`), or only to these and to addresses whose owner has signed a message (`proven`).',
    cure: 'Send `proof` where `proven` is enough, or let the policy be changed.',
    of: ['Address book'],
    context: { only: 'proven' },
  },
  not_eligible: {
    cause: 'You may not vote on this approval, or not withdraw it; `context.reason` says why.',
    cure: 'Let somebody else vote. `role`: the policy names other roles. `too_new`: wait until role and credentials are 24 hours old. `lineage`: the account leads back to who asked.',
    of: ['Approvals'],
    context: { reason: 'asker' },
  },
  approval_not_found: { cause: 'There is no approval with this id.', cure: checkId, of: ['Approvals'] },
  approval_closed: {
    cause: 'The approval was refused, used, withdrawn, or has expired.',
    cure: 'Nothing. Who asked can ask again.',
    of: ['Approvals'],
    context: { status: 'refused' },
  },
  already_voted: {
    cause: 'You have voted on this approval, and decided otherwise.',
    cure: 'Nothing: a vote cannot be changed.',
    of: ['Approvals'],
  },
  approval_stale: {
    cause: 'What was approved has changed since.',
    cure: 'Send the request again without `Kontor-Approval`, to ask for a new approval.',
    context: { approval_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  policy_unsatisfiable: {
    cause: 'Without this administrator, too few people could satisfy a rule of the policy.',
    cure: 'Create another administrator first, or change the policy.',
    of: ['Administrators'],
    context: { act: 'wallet.reveal' },
  },
  oidc_denied: {
    cause: 'The identity provider refused the sign-in, or it was cancelled there.',
    cure: 'Sign in again, or ask the administrator of the provider.',
    of: sso,
  },
  oidc_no_role: {
    cause: 'None of the groups at the identity provider has a role here.',
    cure: 'Ask the administrator of the provider for a group of `KONTOR_OIDC_ROLES`.',
    of: sso,
  },
  oidc_account_disabled: {
    cause: 'The administrator is disabled.',
    cure: 'An owner can enable the account again.',
    of: sso,
  },
  oidc_other_person: {
    cause: 'Somebody else signed in at the identity provider than the owner of the session.',
    cure: 'Sign in there with the account of the session.',
    of: sso,
  },
  not_found: { cause: 'There is no such path, or no such object.', cure: 'Check the path.' },
  organization_not_found: {
    cause: 'There is no organization with this id.',
    cure: checkId,
    of: ['Organizations', 'People', 'Documents', 'Wallets'],
  },
  person_not_found: {
    cause: 'The organization has no person with this id.',
    cure: checkId,
    of: ['People'],
  },
  identity_document_not_found: {
    cause: 'The person has no identity document.',
    cure: 'Set `identity_document` of the person first.',
    of: ['People'],
  },
  document_not_found: {
    cause: 'The organization has no document of this kind or version.',
    cure: 'Upload one, or check the kind and the version.',
    of: ['Documents'],
  },
  wallets_not_created: {
    cause: 'The organization has no wallets yet.',
    cure: 'Create them first.',
    of: ['Wallets'],
  },
  wallet_generation_not_found: {
    cause: 'The wallets of the organization have no generation with this number.',
    cure: 'List the generations of its wallets.',
    of: ['Wallets'],
  },
  address_not_found: {
    cause: 'The address book of the organization has no such entry.',
    cure: 'List the addresses of the organization.',
    of: ['Address book'],
  },
  payment_not_found: {
    cause: 'There is no such payment of this purchase request.',
    cure: checkId,
    of: ['Deals'],
  },
  credit_not_found: { cause: 'There is no such credit.', cure: checkId, of: ['Deals'] },
  purchase_request_not_found: {
    cause: 'There is no purchase request with this id.',
    cure: checkId,
    of: ['Purchase requests', 'Papers'],
  },
  administrator_not_found: {
    cause: 'There is no administrator with this id.',
    cure: checkId,
    of: ['Administrators'],
  },
  api_key_not_found: { cause: 'There is no API key with this id.', cure: checkId, of: ['API keys'] },
  session_not_found: {
    cause: 'There is no such session, or it is not yours.',
    cure: 'List the sessions: it may have ended.',
    of: ['Account'],
  },
  passkey_not_found: {
    cause: 'You have no passkey with this id.',
    cure: 'List your passkeys: it may have been removed.',
    of: ['Passkeys'],
  },
  transfer_not_found: {
    cause: 'There is no transfer with this id.',
    cure: checkId,
    of: ['Transfers'],
  },
  webhook_not_found: { cause: 'There is no webhook endpoint with this id.', cure: checkId, of: ['Webhooks'] },
  delivery_not_found: {
    cause: 'There is no such delivery of this endpoint.',
    cure: 'List the deliveries: old ones are removed.',
    of: ['Webhooks'],
  },
  desk_company_not_found: {
    cause: 'The desk has no company with this id.',
    cure: checkId,
    of: ['Papers'],
  },
  paper_not_found: {
    cause: 'This purchase request has no paper with this id.',
    cure: checkId,
    of: ['Papers'],
  },
  comment_attachment_not_found: {
    cause: 'No comment on this organization, its documents or its requests has a file with this id.',
    cure: checkId,
    of: ['Comments'],
  },
  notice_not_found: {
    cause: 'Your inbox has no notice with this id.',
    cure: checkId,
    of: ['Inbox'],
  },
  oidc_not_configured: {
    cause: 'This installation has no identity provider.',
    cure: 'Set `KONTOR_OIDC_ISSUER` and the other settings of docs/single-sign-on.md.',
    of: sso,
  },
  statement_not_found: { cause: 'There is no statement with this id.', cure: checkId, of: ['Statements'] },
  statement_line_not_found: {
    cause: 'There is no line of a statement with this id.',
    cure: checkId,
    of: ['Statements'],
  },
  screening_hit_not_found: {
    cause: 'There is no hit with this id.',
    cure: checkId,
    of: ['Screening'],
  },
  view_not_found: {
    cause: 'There is no view with this id, or another person keeps it for themselves.',
    cure: 'Check the id, or ask its owner to share the view.',
    of: ['Views'],
  },
  duplicate: {
    cause: 'There is already such an object. `context.reason` says what is the same.',
    cure: 'Use the object in `context.existing_id`, or correct the value.',
    of: ['Organizations', 'Purchase requests', 'Administrators'],
    context: {
      reason: 'organization_inn_kpp' satisfies DuplicateReason,
      existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
    },
  },
  version_conflict: {
    cause: 'The object has changed since it was read. Nothing was changed now.',
    cure: readAgain,
    context: { version: 4 },
  },
  transition_not_allowed: {
    cause: 'The status cannot change like this.',
    cure: 'Choose one of `context.allowed`.',
    of: ['Organizations', 'Purchase requests'],
    context: { allowed: ['in_review', 'cancelled'] },
  },
  approval_blocked: {
    cause: 'Something must be done before this step. `context.blockers` lists everything.',
    cure: 'Resolve each blocker, then send the request again.',
    of: ['Organizations', 'Purchase requests'],
    context: {
      blockers: [{ code: 'wallet_missing', detail: 'There is no wallet on tron.', network: 'tron' }],
    },
  },
  person_in_use: {
    cause: 'Others own the organization through this company.',
    cure: 'Remove the people in `context.person_ids` first, or give them another `parent_id`.',
    of: ['People'],
    context: { person_ids: ['0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4'] },
  },
  too_many_people: {
    cause: 'The organization has as many people as it can have.',
    cure: 'Remove people who are no longer there first.',
    of: ['People'],
    context: { most: 500 },
  },
  already_paid: {
    cause: 'Money has come for the request, so its price and its terms can no longer change.',
    cure: 'Look at `context.payment`. If it was recorded by mistake, reverse the payment first.',
    of: ['Deals'],
    context: { payment: { reference: 'P-76', received_amount: '92301.08' } },
  },
  status_not_allowed: {
    cause: 'The purchase request has a status in which this is not possible.',
    cure: 'Look at `context.status`; it must be one of `context.allowed`.',
    of: ['Deals'],
    context: { status: 'cancelled', allowed: ['paid', 'failed'] },
  },
  duplicate_payment: {
    cause: 'A payment with this reference, amount and day is recorded already for the request.',
    cure: 'Compare it with the one of `context.existing_id`. If it is another one, its reference differs.',
    of: ['Purchase requests', 'Deals'],
    context: { kind: 'payment', existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  overpayment: {
    cause: 'With this payment, more than 10 % above the total would have been received.',
    cure: 'Check the amount. To record it anyway, send `accept_overpayment: true`.',
    of: ['Deals'],
    context: {
      currency: 'RUB',
      total_amount: '100.00',
      received_amount: '60.00',
      amount: '60.00',
      excess_amount: '20.00',
    },
  },
  already_reversed: {
    cause: 'The payment was reversed before.',
    cure: 'Nothing. It counts no more.',
    of: ['Deals'],
    context: { reversed_at: '2026-01-31T12:00:00Z' },
  },
  refund_exceeds: {
    cause: 'More would be paid back than is left of what was received.',
    cure: 'Pay back at most `context.refundable_amount`.',
    of: ['Deals'],
    context: {
      currency: 'RUB',
      received_amount: '100.00',
      refunded_amount: '40.00',
      delivered_value: '0.00',
      refundable_amount: '60.00',
    },
  },
  duplicate_refund: {
    cause: 'A refund with this reference and amount is recorded already.',
    cure: 'Compare it with the one of `context.existing_id`. If it is another one, its reference differs.',
    of: ['Deals'],
    context: { existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  below_refunded: {
    cause: 'Without this payment, less would have been received than was paid back.',
    cure: 'It cannot be reversed. Look at the refunds of the request.',
    of: ['Deals'],
    context: { currency: 'RUB', received_amount: '100.00', refunded_amount: '40.00', amount: '80.00' },
  },
  already_delivered: {
    cause: 'The request is completed, with another transaction.',
    cure: 'Compare it with `context.tx_hash`.',
    of: ['Purchase requests'],
    context: { tx_hash: 'abababababababababababababababababababababababababababababababab' },
  },
  duplicate_delivery: {
    cause: 'A delivery with this transaction is recorded already for the request.',
    cure: 'Compare it with the one of `context.existing_id`.',
    of: ['Deals', 'Purchase requests'],
    context: { existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  delivery_exceeds: {
    cause: 'More would be delivered than was bought.',
    cure: 'Deliver at most `context.undelivered_amount`.',
    of: ['Deals'],
    context: { crypto_amount: '1000.5', delivered_amount: '1000', undelivered_amount: '0.5' },
  },
  credit_exceeds: {
    cause: 'More would be used than is left of the credit.',
    cure: 'Use at most `context.left_amount`.',
    of: ['Deals'],
    context: { currency: 'RUB', left_amount: '60.00' },
  },
  wallets_replaced: {
    cause:
      'Somebody else has replaced the wallets of the organization while this request waited; `context.generation` is the current one.',
    cure: 'List the wallets. Replace them again only if there is a new reason.',
    of: ['Wallets'],
    context: { generation: 2 },
  },
  address_is_wallet: {
    cause:
      'The address is a current wallet of the organization, which is in its address book by itself and cannot be added or removed.',
    cure: 'Use the id of the wallet.',
    of: ['Address book'],
    context: { wallet_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  signing_stopped: {
    cause:
      'Somebody has stopped the signing of transactions at `context.stopped_at`. Nothing signed is sent or exported either.',
    cure: 'Ask who stopped it and why: `GET /v1/signing`. Send the request again once signing has started.',
    of: ['Transfers'],
    context: { stopped_at: '2026-06-01T12:00:00.000Z' },
  },
  signing_not_stopped: {
    cause: 'Signing is not stopped; perhaps somebody else has just started it.',
    cure: 'Nothing: transactions are signed.',
    of: ['Signing'],
  },
  wallets_exist: {
    cause: 'The organization already has a wallet on every enabled network.',
    cure: 'List its wallets.',
    of: ['Wallets'],
  },
  transfers_disabled: {
    cause: 'Transfers are switched off, as they are unless `KONTOR_TRANSFERS=on`.',
    cure: 'The operator of the installation can switch them on. What was signed before can still be exported.',
    of: ['Transfers'],
  },
  transfer_status: {
    cause: 'The status of the transfer does not allow this; `context` has it, and the statuses that would.',
    cure: 'Read the transfer again.',
    of: ['Transfers'],
    context: { status: 'cancelled', allowed: ['draft'] },
  },
  transfer_blocked: {
    cause:
      'Nothing may be sent there now. `context.blockers`: `cooling_off` (the entry is too new), `screening_hit` (the address is on a list), `screening_stale` (a list is too old), `removed` (the entry was removed, or the wallet replaced), `request_changed` (the purchase request is no longer to be paid like this).',
    cure: 'Resolve what blocks it, or cancel the transfer and prepare another one.',
    of: ['Transfers'],
    context: { blockers: ['cooling_off'] },
  },
  already_spent: {
    cause:
      'Another signed transfer spends the same input, nonce or seqno: `context.transfer_id`. Only one of them can be carried out.',
    cure: 'Use fresh inputs. To replace the other transfer, prepare one with `replaces`; if the network will never carry it out, release it.',
    of: ['Transfers'],
    context: { transfer_id: exampleId, spend: 'nonce:7' },
  },
  replaces_nothing: {
    cause:
      'The transaction would not spend anything that the replaced one spends, so that both could be carried out.',
    cure: 'Sign with at least one input, the nonce or the seqno of the replaced transfer: see its `signature.spends`.',
    of: ['Transfers'],
    context: { spends: ['nonce:7'] },
  },
  node_missing: {
    cause: 'The installation has no node of this network.',
    cure: 'Export the signed transaction and send it from elsewhere, or configure a node.',
    of: ['Transfers'],
    context: { network: 'ethereum' },
  },
  qr_too_large: {
    cause: 'The signed transaction does not fit into a QR code.',
    cure: 'Export it as text.',
    of: ['Transfers'],
    context: { characters: 6000, most: 2953 },
  },
  delivery_unconfirmed: {
    cause:
      'The installation has a node of the network, and it does not confirm that this transaction has delivered the amount; `context.problem` says what it knows.',
    cure: 'Check the hash. A new transaction needs some time: try again later.',
    of: ['Purchase requests', 'Deals'],
    context: { problem: 'The transaction is not deep enough in the chain.' },
  },
  last_owner: {
    cause: 'Nobody would be left who can manage administrators.',
    cure: 'Make somebody else an owner first.',
    of: ['Administrators'],
  },
  webhook_disabled: {
    cause: 'The webhook endpoint is disabled.',
    cure: 'Enable it first.',
    of: ['Webhooks'],
  },
  paper_not_allowed: {
    cause:
      'The status of the purchase request does not allow this paper: an invoice needs `approved` or `paid`, an act `completed`.',
    cure: 'Wait until the request has one of the statuses in `context.allowed`. Renew an expired quote first.',
    of: ['Papers'],
    context: { kind: 'act', status: 'paid', allowed: ['completed'] },
  },
  paper_voided: {
    cause: 'The paper was voided before, with another reason.',
    cure: 'Read the paper: it has the reason. Issue a new one if one is needed.',
    of: ['Papers'],
  },
  passkey_exists: {
    cause: 'This passkey has already been added, by you or by somebody else.',
    cure: 'Create another one.',
    of: ['Passkeys'],
  },
  passkey_signature_required: {
    cause: 'You have a passkey already, and the new one comes without its signature.',
    cure: 'Call `passkeySignatureOptions`, let one of your passkeys sign, and send the result as `signature`.',
    of: ['Passkeys'],
  },
  too_many_passkeys: {
    cause: 'You have as many passkeys as an account can have.',
    cure: 'Remove one that you no longer use.',
    of: ['Passkeys'],
  },
  too_many_views: {
    cause: 'You have as many views as one person can keep.',
    cure: 'Delete one that you no longer use.',
    of: ['Views'],
    context: { most: 200 },
  },
  last_second_factor: {
    cause: 'Your role needs a second factor, and this is the last one.',
    cure: 'Add another passkey, or one-time codes, first.',
    of: ['Passkeys', 'Account'],
  },
  otp_already_enabled: {
    cause: 'One-time codes are already enabled.',
    cure: 'Disable them first to enrol another device.',
    of: ['Account'],
  },
  otp_not_enabled: {
    cause: 'One-time codes are not enabled.',
    cure: 'There is nothing to do.',
    of: ['Account'],
  },
  otp_not_enrolled: {
    cause: 'There is no enrolment to confirm.',
    cure: 'Enrol first, then confirm with a code.',
    of: ['Account'],
  },
  idempotency_key_reused: {
    cause: 'The same `Idempotency-Key` was used with another body.',
    cure: 'Use a new key for a new request, and the same body for the same request.',
  },
  secret_already_shown: {
    cause: 'The request was processed already, and its response contained a secret that is shown only once.',
    cure: 'If the secret was lost, make a new one: reset the administrator, rotate the secret, or create another key.',
    of: ['Administrators', 'API keys', 'Webhooks'],
  },
  oidc_email_taken: {
    cause:
      'Another account has the e-mail address of this identity. Accounts are never linked by their e-mail address.',
    cure: 'Use the other account, or give the identity another e-mail address at the provider.',
    of: sso,
  },
  oidc_email_invalid: {
    cause: 'The identity provider sent no e-mail address, or one that it has not verified.',
    cure: 'Let the provider send a verified `email` in the ID token.',
    of: sso,
  },
  account_managed: {
    cause: 'The account is managed by the identity provider, so it has no password and no role of its own.',
    cure: 'Change it at the provider.',
    of: ['Account', 'Administrators'],
  },
  statement_difference: {
    cause:
      'The lines of the file do not add up to its totals or balances, or it has none, so that a wrong amount would not be noticed. Nothing was imported.',
    cure: 'Compare `context.differences` with the bank, and get the file again. If the file is as the bank means it, send it with `accept_difference`.',
    of: ['Statements'],
    context: {
      differences: [
        {
          code: 'received_total',
          account: '40702810900000012345',
          stated: '600000.00',
          found: '599000.00',
        },
      ],
    },
  },
  statement_line_closed: {
    cause: 'The line is matched with something else, or was set aside; `context.status` says which.',
    cure: 'Read the line. One that was set aside can be reopened; a payment that is wrong can be reversed.',
    of: ['Statements'],
    context: { status: 'matched' },
  },
  list_shrunk: {
    cause:
      'The list has lost more than a tenth of its entries. `context` has how many there were (`before`), would be (`after`) and are missing (`removed`). Nothing was published.',
    cure: 'Check that the files are complete. If they are, import them again with `force`.',
    of: ['Screening'],
    context: { before: 7388, after: 12, removed: 7376 },
  },
  list_importing: {
    cause: 'Another import of this list is running.',
    cure: 'Wait until it has finished. `GET /v1/screening` shows its progress.',
    of: ['Screening'],
  },
  screening_hit_closed: {
    cause:
      'The service has closed the hit, because one side changed or is gone; `context.closed_reason` says which.',
    cure: 'Nothing is to be decided. If the two fit again, the hit opens again.',
    of: ['Screening'],
    context: { closed_reason: 'entry_removed' },
  },
  too_many_requests: {
    cause: 'More requests were sent than one caller may send in a minute.',
    cure: retry,
    context: { retry_after: 12 },
  },
  too_many_failures: {
    cause: 'Too many attempts to sign in have failed for this account or from this address.',
    cure: retry,
    of: ['Authentication', 'Account'],
    context: { retry_after: 4 },
  },
  too_many_sign_ins: {
    cause: 'Too many passwords are being checked at the same time.',
    cure: retry,
    of: ['Authentication', 'Account', 'Administrators'],
    context: { retry_after: 1 },
  },
  cursor_expired: {
    cause:
      'The changes after this cursor are not kept any more, or the database was restored from a backup since.',
    cure: 'Copy all objects again, then follow the changes from a new cursor (`after=now`).',
    of: ['Changes'],
  },
  too_many_streams: {
    cause: 'You have too many open streams of events, or too many requests that wait for changes.',
    cure: 'Close one, or use one for several purposes.',
    of: ['Events', 'Changes'],
    context: { retry_after: 30 },
  },
  secret_reads_limited: {
    cause: 'You have read as many secrets as one administrator may read in an hour.',
    cure: retry,
    of: ['Wallets'],
    context: { retry_after: 1800, limit: 30 },
  },
  database_unavailable: {
    cause: 'The database cannot be reached, or is changing its server.',
    cure: retry,
    context: { retry_after: 5 },
  },
  outcome_unknown: {
    cause: 'The connection to the database was lost while saving: whether it was saved is not known.',
    cure: 'Send it again with the same `Idempotency-Key`, or read the object first.',
    context: { retry_after: 5 },
  },
  vault_sealed: {
    cause: 'The vault is sealed: its key is missing. Secrets and documents cannot be read or written.',
    cure: 'An operator must give the service its key.',
    context: { retry_after: 5 },
  },
  storage_unavailable: {
    cause: 'The store of documents cannot be reached.',
    cure: retry,
    of: ['Documents', 'Papers'],
    context: { retry_after: 5 },
  },
  storage_full: {
    cause: 'There is no space left. Nothing was saved.',
    cure: 'An operator must make space.',
    context: { retry_after: 60 },
  },
  scanner_unavailable: {
    cause: 'The virus scanner cannot be reached. Nothing was saved.',
    cure: retry,
    of: ['Documents'],
    context: { retry_after: 5 },
  },
  audit_unavailable: {
    cause: 'The audit log cannot be written or read, so nothing was done.',
    cure: retry,
    of: ['Audit log', 'Wallets'],
    context: { retry_after: 5 },
  },
  events_unavailable: {
    cause: 'The service cannot receive events from the database at the moment.',
    cure: retry,
    of: ['Events'],
    context: { retry_after: 5 },
  },
  overloaded: {
    cause: 'The service has too much to do at the moment. Nothing was done.',
    cure: retry,
    context: { retry_after: 1 },
  },
  shutting_down: {
    cause: 'This server is being stopped or restarted.',
    cure: 'Send the request again: another server, or the restarted one, answers it.',
    context: { retry_after: 1 },
  },
  oidc_unavailable: {
    cause: 'The identity provider cannot be reached, or does not answer as it should.',
    cure: `${retry} Local accounts can still sign in.`,
    of: sso,
    context: { retry_after: 5 },
  },
  lists_loading: {
    cause: 'A sanctions list was just published, and this node is still reading it.',
    cure: retry,
    of: ['Screening'],
    context: { retry_after: 2 },
  },
  paper_rendering: {
    cause: 'The PDF of the paper is still being made.',
    cure: retry,
    of: ['Papers'],
    context: { retry_after: 5 },
  },
  node_unavailable: {
    cause: 'The blockchain node of the network does not answer, answers nonsense, or refuses.',
    cure: `${retry} Without a node, type what the transaction needs, and send the exported transaction elsewhere.`,
    of: ['Transfers'],
    context: { retry_after: 5 },
  },
  range_not_satisfiable: {
    cause: 'The range of bytes lies outside of the document.',
    cure: 'Ask for a range within the size of the file.',
    of: ['Documents', 'Papers', 'Comments'],
  },
  internal: {
    cause: 'A defect of the service.',
    cure: 'Tell the operator the `request_id`: the log has the cause under it.',
  },
}

const sendValid = 'Send a valid value.'
const otherFile = 'Save the document again in its program, or scan it again.'
const otherStatement = 'Export the statement from the bank again. Nothing was imported.'

/** What to do about each fault of a request. The cause is in the sentence of the fault. */
export const faultCures: Readonly<Record<FaultCode, string>> = {
  missing: 'Send the field.',
  extra_forbidden: 'Leave the field out, or correct its name.',
  string_type: 'Send a string in quotation marks.',
  int_type: 'Send an integer without quotation marks.',
  int_parsing: 'Send digits only.',
  float_type: 'Send a number without quotation marks.',
  bool_type: 'Send `true` or `false` without quotation marks.',
  list_type: 'Send a list.',
  model_attributes_type: 'Send an object.',
  string_too_short: 'Send a longer text, or leave the field out.',
  string_too_long: 'Shorten the text.',
  string_pattern_mismatch: 'Send a text of the form in `ctx.pattern`.',
  greater_than_equal: 'Send at least the number in `ctx.ge`.',
  less_than_equal: 'Send at most the number in `ctx.le`.',
  enum: 'Send one of the values in `ctx.expected`.',
  too_short: 'Send more items.',
  too_long: 'Send fewer items.',
  file_empty: 'Choose the right file: this one has no content.',
  file_too_large: 'Make the file smaller: at most 20 MiB.',
  infected: 'Do not open the file. Get a clean copy.',
  blank: 'Send a text that is not only spaces.',
  nul_character: 'Remove the NUL characters.',
  malformed_unicode: 'Send complete characters: the text was probably cut in the middle of one.',
  date_format: 'Send an existing day as YYYY-MM-DD.',
  date_time_format: 'Send the time with its time zone, as in RFC 3339.',
  email_format: 'Correct the e-mail address.',
  in_future: 'Send a time that has passed.',
  in_past: 'Send a time that is still to come.',
  empty_update: 'Send the field that is to be changed.',
  repeated_item: 'Send each value once.',
  repeated_field: 'Send the field once.',
  file_expected: 'Send this part as a file, with a file name.',
  too_many_parts: 'Send only the fields of the form.',
  inn_length: sendValid,
  inn_check_digit: 'Correct the INN: a digit is wrong, or two are exchanged.',
  person_inn_length: sendValid,
  ogrn_length: sendValid,
  ogrn_check_digit: 'Correct the OGRN: a digit is wrong, or two are exchanged.',
  company_ogrn_start: 'Correct the OGRN.',
  sole_trader_ogrn_start: 'Correct the OGRN.',
  company_ogrn_length: 'Correct the INN or the OGRN: they belong to different types.',
  sole_trader_ogrn_length: 'Correct the INN or the OGRN: they belong to different types.',
  kpp_format: sendValid,
  kpp_of_sole_trader: 'Leave the KPP out.',
  bik_format: sendValid,
  account_length: sendValid,
  account_bik_mismatch: 'Correct the account or the BIK.',
  account_check_digit: 'Correct the account or the BIK.',
  company_inn_length: sendValid,
  foreign_inn_start: 'Correct the INN, or leave it out.',
  lei_format: sendValid,
  lei_check_digit: 'Correct the LEI: a sign is wrong, or two are exchanged.',
  country_code: 'Send the code of the country in capital letters.',
  type_of_inn: 'Leave `type` out, or correct the INN.',
  ogrn_of_foreign: 'Leave the OGRN out, and send `registration_number`.',
  country_of_foreign: 'Correct the country, or create a Russian organization by its INN.',
  required_of_foreign: 'Send a value, or leave the field out.',
  kept_as_person: 'Remove the person, or change its name.',
  only_of_person: 'Leave the field out, or send null.',
  only_of_owner: 'Leave the field out, send null, or send `role`: `owner`.',
  shares_exceed: 'Send a smaller share, or correct those of the other owners.',
  parent_not_found: 'Check the id: it must be a company among the people of the same organization.',
  parent_cycle: 'Send another `parent_id`.',
  parent_depth: 'Send another `parent_id`.',
  liquidation_before_registration: 'Correct one of the two dates.',
  reason_required: 'Send `kyb_reason`.',
  days_reversed: 'Send `from` and `to` in the order of the calendar. Without `to`, the last day is today.',
  xlsx_too_many_rows: 'Add a filter, or take the list as CSV.',
  expiry_before_issue: 'Correct one of the two dates.',
  rejection_reason_required: 'Send `reason_code`.',
  rejection_reason_unexpected: 'Leave `reason_code` out.',
  not_positive: 'Send a number greater than 0.',
  too_many_decimals: 'Round the number.',
  price_too_small: 'Send a larger amount.',
  price_too_large: 'Send a smaller amount.',
  fiat_amount_mismatch: 'Correct the amount, or leave it out: it is computed.',
  total_amount_mismatch: 'Correct the amount, or leave it out: it is computed.',
  asset_not_on_network: 'Choose a network that has the asset.',
  address_invalid: 'Correct the address or the network.',
  wallet_not_found: 'Choose a wallet of this organization and network, or create one.',
  wallet_address_mismatch: 'Leave one of the two fields out.',
  wallet_retired: 'Choose the current wallet of the organization on this network.',
  book_address_not_found: 'List the addresses of the organization, and use the id of one on this network.',
  one_destination: 'Leave the others out.',
  assignee_not_found: 'Choose an active administrator.',
  time_zone_unknown: 'Send a name such as `Europe/Moscow`, or null for the time zone of the service.',
  mention_not_found: 'Mention active administrators only.',
  attachment_not_found: 'Upload the file for this organization, and name it in one comment only.',
  field_not_of_status: 'Leave the field out.',
  one_amount: 'Leave one of the two out.',
  other_currency: 'Send the amount in the currency of the request, or record it for another request.',
  request_not_found: 'Check the id.',
  other_organization: 'Choose a request of the organization whose money it is.',
  tx_hash_hex: 'Correct the hash.',
  tx_hash_0x_hex: 'Correct the hash.',
  tx_hash_base58: 'Correct the hash.',
  tx_hash_hex_or_base64: 'Correct the hash.',
  fee_ceiling_too_high: 'Lower the ceiling: it is in base units of the coin, such as wei.',
  fee_ceiling_out_of_proportion: 'Lower the ceiling, or send more at once.',
  amount_too_small: 'Send more: the amount is in base units, such as satoshi.',
  destination_not_found: 'List the addresses of the organization, and send the id of one on this network.',
  same_address: 'Choose another address.',
  request_of_other_terms:
    'Send the asset, the network, the destination and at most the open amount of the request.',
  request_not_payable: 'Look at the status of the request.',
  transfer_not_replaceable: 'Send the id of a transfer of the same wallet that is signed or sent.',
  fee_above_ceiling: 'Wait for lower fees, or prepare a transfer with a higher ceiling.',
  replacement_above_ceiling:
    'Cancel this transfer, and prepare the replacement with a higher ceiling: `ctx.fee` says what it would cost.',
  dust: 'Prepare a transfer of more.',
  insufficient_funds:
    'Fill the wallet up, or prepare a transfer of less. Check that the inputs are of today.',
  gas_missing: 'Send some of the coin of the network to the wallet first.',
  rent: 'Send enough that the account of the recipient can exist.',
  input_invalid: 'Look the inputs up again: `ctx` says which one.',
  address_drifted: 'Tell the operator: `kontor wallets verify` says what is wrong.',
  expired: 'Send fresh inputs.',
  company_not_found: 'List the companies of the desk, and use the id of an active one.',
  account_not_of_company: 'Use an account of the company in the currency of the request, or add one.',
  password_too_weak: 'Choose another password.',
  currency_code: 'Correct the code of the currency.',
  asset_code: 'Send asset codes such as USDT: a transfer moves coins, not money.',
  from_required: 'Name the roles in `from`.',
  not_separable: 'Leave `separate` out, or name what belongs to the act.',
  act_without_amount: 'Leave the amounts out.',
  act_without_organization: 'Count by `person`.',
  limit_without_bound: 'Send `times` or `sums`.',
  not_enough_people: 'Create administrators with the named roles first, or ask for fewer approvals.',
  policy_not_closed: 'Add a rule with `approvals` for the named act.',
  rule_of_addresses: 'Leave the field out, or make a rule of `address.add`.',
  tron_only_declared: 'Add the address without `proof`.',
  challenge_not_living: 'Ask for a new challenge, and have its message signed within the hour.',
  signature_invalid:
    'Sign the message exactly as it is, with the key of this address. For ton, send `public_key`.',
  request_or_organization: 'Send one of the two, not both.',
  match_request_not_found: 'Check the id.',
  match_organization_not_found: 'Check the id.',
  items_exceed_line: 'Send smaller amounts. The rest may be left out: it becomes a credit.',
  line_currency_mismatch: 'Match the line with a request in its currency, or with the organization.',
  refund_not_recorded: 'Record the refund of the request first, or set the line aside.',
  refund_of_organization: 'Name the request, or set the line aside.',
  no_overpayment: 'Leave it out, or match one request.',
  refund_in_part: 'Send one item with the amount of the line.',
  percent_encoding: 'Encode the text as `encodeURIComponent` does.',
  expiry_too_late: 'Send an earlier time.',
  network_format: 'Send the address of a network and the length of its prefix.',
  password_or_passkey: 'Send one of the two, not both.',
  url_invalid: 'Correct the URL.',
  url_not_https: 'Use https.',
  url_with_credentials: 'Remove the user name and the password from the URL.',
  url_not_public: 'Use an address that can be reached from the internet.',
  type_not_accepted: 'Save the document in an accepted format.',
  image_trailing_data: otherFile,
  image_too_many_pixels: 'Scan with a lower resolution.',
  image_damaged: otherFile,
  image_incomplete: 'Upload the complete file.',
  office_too_many_parts: 'Split the document, or save it as PDF.',
  office_unpacked_size: 'Split the document, or save it as PDF.',
  office_encrypted: 'Save the document without a password.',
  office_other_archive: 'Upload the document itself, not an archive.',
  office_directory_size: otherFile,
  office_external_content: 'Save the document without links to external content, or as PDF.',
  office_active_content: 'Save the document without macros, controls and embedded objects, or as PDF.',
  office_damaged: otherFile,
  pdf_incomplete: 'Upload the complete file.',
  pdf_unusual_encoding: 'Print the document to a new PDF.',
  pdf_active_content: 'Print the document to a new PDF.',
  pdf_unpacked_size: 'Print the document to a new PDF, or split it.',
  statement_format: 'Export the statement from the bank in one of the two formats.',
  statement_encoding: otherStatement,
  statement_incomplete: otherStatement,
  statement_text: otherStatement,
  statement_xml: otherStatement,
  statement_field_missing: otherStatement,
  statement_field_repeated: otherStatement,
  statement_field_too_long: otherStatement,
  statement_amount: otherStatement,
  statement_balance: otherStatement,
  statement_date: otherStatement,
  statement_value: otherStatement,
  statement_currency: otherStatement,
  statement_account: otherStatement,
  statement_foreign_document: otherStatement,
  statement_parts: otherStatement,
  statement_too_many_lines: 'Import shorter periods.',
  list_unreadable:
    'Send the files as they were downloaded, under their names. docs/screening.md describes the formats.',
  list_encoding: 'Save the file as UTF-8 and send it again.',
  list_without_entries:
    'Check that the file is complete, and that its columns are those of docs/screening.md.',
  inspection_over_budget: 'Print the document to a new PDF, or scan it as an image.',
}
