import type { ApprovalResponse } from '../../contract/control/approvals.ts'

/** The page where the act is done. */
export function placeOf({
  act,
  subject,
  content,
}: Pick<ApprovalResponse, 'act' | 'subject' | 'content'>): string | undefined {
  const organization = subject.organization_id && `/organizations/${subject.organization_id}/show`
  switch (subject.type) {
    case 'organization':
      if (act === 'address.add') return `${organization}/addresses`
      return act === 'wallet.reveal' || act === 'wallet.replace'
        ? `${organization}/wallets`
        : `/organizations/${subject.id}/show`
    case 'screening_hit':
      return subject.id ? `/screening-hits/${subject.id}/show` : '/screening-hits'
    case 'document':
      return organization ? `${organization}/documents` : undefined
    case 'purchase_request':
      return `/purchase-requests/${subject.id}/show`
    case 'payment':
      // Its id is not that of the request.
      return `/purchase-requests/number/${content.number}`
    case 'credit':
      return organization ? `${organization}/money` : '/credits'
    case 'statement':
      return '/statements'
    case 'statement_line':
      return '/statement-lines'
    case 'chain_line':
      return subject.id ? `/chain-lines/${subject.id}/show` : '/chain-lines'
    case 'webhook_endpoint':
      return subject.id ? `/webhooks/${subject.id}/show` : '/webhooks'
    case 'administrator':
      return '/administrators'
    case 'api_key':
      return '/api-keys'
    case 'transfer':
      return `/transfers/${subject.id}/show`
    case 'transfer_batch':
      return `/transfer-batches/${subject.id}/show`
    case 'signing':
      return '/transfers'
    case 'policy':
      return '/policy'
    default:
      return undefined
  }
}
