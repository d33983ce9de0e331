import type { QueueName } from '../../../../contract/work/work.ts'
import type { MailTexts } from './mail-texts.ts'

const queues: Record<QueueName, string> = {
  approvals: 'Approvals',
  documents: 'Documents to review',
  kyb: 'KYB to decide',
  hits: 'Screening hits',
  requests: 'Purchase requests',
  payments: 'Payments without a match',
  statements: 'Statements that do not follow',
  'chain-lines': 'Unmatched transactions of own wallets',
  credits: 'Money without a request',
  quotes: 'Quotes about to expire',
  'expiring-documents': 'Documents about to expire',
  exceptions: 'Completed requests with reversals',
  payers: 'Payments without a payer',
  'new-organizations': 'New organizations',
}

const security: Record<string, string> = {
  'secret.read': 'Secrets of an organization were revealed',
  'administrator.reset': 'The account of an administrator was reset',
  'policy.changed': 'The policy was changed',
  'signing.stopped': 'The signing of transactions was stopped',
  'signing.started': 'Transactions are signed again',
  'audit.verification_failed': 'The audit log and the database do not fit each other',
  'audit.register_begun': 'A node started without its register, and takes over what the database proves',
  'proof.failed': 'Somebody changed the database: what the service did not write was not used',
}

function mentioned(type: string, number: unknown): string {
  if (type === 'purchase_request') return `You were mentioned in a comment on request ${number}`
  return `You were mentioned in a comment on ${type === 'document' ? 'a document' : 'an organization'}`
}

export const textsEn: MailTexts = {
  notice({ kind, details, subject }) {
    switch (kind) {
      case 'mention':
        return mentioned(subject.type, details.number)
      case 'assignment':
        return `Request ${details.number} was assigned to you`
      case 'approval':
        return 'An approval waits for you'
      case 'overdue':
        if (subject.type === 'purchase_request') return `Request ${details.number} is overdue`
        if (subject.type === 'approval') return 'An approval that waits for you is overdue'
        return `Overdue: ${queues[subject.id as QueueName]}`
      case 'expiring':
        return `Documents that expire soon: ${details.count}`
      case 'security':
        return security[String(details.event)] ?? 'Something that touches security was done'
    }
  },
  digest: {
    subject: 'What waits for you today',
    opening: 'What waits for you:',
    unread: (count) => `Unread notices: ${count}`,
  },
  queue: (queue, total, overdue) => `${queues[queue]}: ${total}${overdue > 0 ? `, overdue: ${overdue}` : ''}`,
  link: {
    subject: 'Set the password of your account',
    text: 'With this link you set the password of your account, once and within 24 hours. It is one half: you also need the code that a colleague who approved your account gives you in person or by phone.',
  },
  footer: 'Choose which e-mails you get under My account:',
}
