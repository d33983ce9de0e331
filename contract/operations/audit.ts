import * as audit from '../audit.ts'
import { ref } from '../common.ts'
import { operation } from '../operation.ts'

const tag = {
  name: 'Audit log',
  description:
    'Who did what. Each row carries the hash of the row before it, so that no change goes unnoticed.',
}
const access = 'audit:read'

export const listAuditEvents = operation({
  id: 'listAuditEvents',
  method: 'GET',
  path: '/v1/audit-events',
  tag,
  summary: 'The audit log, newest first',
  access,
  query: audit.AuditEventQuery,
  response: ref(audit.AuditEventListResponse),
  extension: true,
})

export const exportAuditEvents = operation({
  id: 'exportAuditEvents',
  method: 'GET',
  path: '/v1/audit-events/export',
  tag,
  summary: 'The audit log as NDJSON, oldest first, each line exactly as hashed',
  access,
  query: audit.AuditFilter,
  produces: 'application/x-ndjson',
  extension: true,
})

export const verifyAuditEvents = operation({
  id: 'verifyAuditEvents',
  method: 'GET',
  path: '/v1/audit-events/verification',
  tag,
  summary: 'Check the newest rows of the chain and the checkpoints of this node',
  access,
  query: audit.AuditVerificationQuery,
  response: ref(audit.AuditVerificationResponse),
  extension: true,
})
