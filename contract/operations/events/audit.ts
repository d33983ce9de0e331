import { Type } from 'typebox'
import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import * as audit from '../../events/audit.ts'

const tag = {
  name: 'Audit log',
  nouns: ['AuditEvents'],
  description:
    'Who did what. Each row contains the hash of the previous row, so that changes can be detected.',
}
const access = 'audit:read'

export const listAuditEvents = operation({
  id: 'listAuditEvents',
  method: 'GET',
  path: '/v1/audit-events',
  tag,
  summary: 'List the rows of the audit log, newest first',
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
  summary: 'Export the audit log as NDJSON, oldest first, exactly as hashed',
  access,
  query: audit.AuditFilter,
  produces: {
    types: ['application/x-ndjson'],
    schema: Type.String({
      description: 'A row in each line, as JSON',
      examples: ['{"seq":1,"action":"auth.login","outcome":"success"}\n'],
    }),
  },
  extension: true,
  releases: true,
  noHead: true,
})

export const verifyAuditEvents = operation({
  id: 'verifyAuditEvents',
  method: 'GET',
  path: '/v1/audit-events/verification',
  tag,
  summary: 'Verify the newest rows of the chain and the checkpoints of this node',
  access,
  query: audit.AuditVerificationQuery,
  response: ref(audit.AuditVerificationResponse),
  extension: true,
})
