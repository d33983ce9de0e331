import { useTranslate } from 'react-admin'
import type { Notice } from '../../contract/work/inbox.ts'

const securityTexts: Record<string, string> = {
  'secret.read': 'security_secret',
  'administrator.reset': 'security_reset',
  'policy.changed': 'security_policy',
  'signing.stopped': 'security_stop',
  'signing.started': 'security_start',
  'audit.verification_failed': 'security_verification',
  'audit.register_begun': 'security_register',
  'proof.failed': 'security_proof',
}

/** A notice as a sentence. */
export function useNoticeText(): (notice: Notice) => string {
  const translate = useTranslate()
  return ({ kind, subject, actor, details }) => {
    const say = (name: string, values: Record<string, unknown> = {}) =>
      translate(`kontor.inbox.${name}`, {
        name: actor?.name ?? translate('kontor.inbox.somebody'),
        number: details.number,
        ...values,
      })
    const act = () => translate(`kontor.act_name.${details.act}`)
    switch (kind) {
      case 'mention':
        if (subject.type === 'purchase_request') return say('mention_request')
        if (subject.type === 'organization') return say('mention_organization')
        return say('mention_document', { document: translate(`kontor.document_kind.${details.document}`) })
      case 'assignment':
        return say(actor ? 'assignment' : 'assignment_auto')
      case 'approval':
        return say('approval', { act: act() })
      case 'overdue':
        if (subject.type === 'purchase_request') return say('overdue_request')
        if (subject.type === 'approval') return say('overdue_approval', { act: act() })
        return say('overdue_queue', { queue: translate(`kontor.queue.${subject.id}`) })
      case 'expiring':
        return say('expiring', { smart_count: Number(details.count) })
      case 'security':
        return say(securityTexts[String(details.event)] ?? 'security_other')
    }
  }
}
