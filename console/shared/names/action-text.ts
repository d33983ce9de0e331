import { useTranslate } from 'react-admin'
import type { AuditEventResponse } from '../../../contract/events/audit.ts'

/** Actions whose name already says that they did not succeed. */
const refusals = ['access.denied', 'document.upload_refused', 'proof.failed', 'session.token_reused']

/** What a row of the audit log says: a failed sign-in must not read like a sign-in. */
export function useActionText(): (event: Pick<AuditEventResponse, 'action' | 'outcome'>) => string {
  const translate = useTranslate()
  return ({ action, outcome }) => {
    const name = translate(`kontor.action_name.${action}`, { _: action })
    if (outcome === 'success' || refusals.includes(action)) return name
    return translate(`kontor.action_failed.${action}`, {
      _: `${name}: ${translate(`kontor.outcome.${outcome}`)}`,
    })
  }
}
