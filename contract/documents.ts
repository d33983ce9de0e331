import { type Static, Type } from 'typebox'
import { CalendarDate, Id, Instant, Note, nullable, oneOf, optional } from './common.ts'
import { type Fault, fault } from './faults.ts'

/** The seven kinds of documents. Paths, operations and body schemas are derived from this table. */
export const documentKinds = [
  'charter',
  'inn-certificate',
  'ogrn-certificate',
  'bank-details',
  'kyc-representative',
  'power-of-attorney',
  'other',
] as const
export type DocumentKind = (typeof documentKinds)[number]

const requiredOfEveryone: readonly DocumentKind[] = [
  'inn-certificate',
  'ogrn-certificate',
  'bank-details',
  'kyc-representative',
]

export function requiredKinds(type: 'legal' | 'individual'): readonly DocumentKind[] {
  return type === 'legal' ? ['charter', ...requiredOfEveryone] : requiredOfEveryone
}

export const documentStatuses = ['pending', 'approved', 'rejected', 'expired'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const documentMaxBytes = 20 * 1024 * 1024

const pdf = 'application/pdf'
const images = ['image/png', 'image/jpeg']
export const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The accepted types of a kind. The content of a file determines its type, not its name. */
export function acceptedTypes(kind: DocumentKind): readonly string[] {
  return kind === 'other' ? [pdf, ...images, docx, xlsx] : [pdf, ...images]
}

const typeNames: Readonly<Record<string, string>> = {
  [pdf]: 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  [docx]: 'DOCX',
  [xlsx]: 'XLSX',
}

/** Types as people call them. */
export function namesOfTypes(types: readonly string[]): string[] {
  return types.map((type) => typeNames[type] ?? type)
}

export function isDocumentKind(value: string): value is DocumentKind {
  return (documentKinds as readonly string[]).includes(value)
}

export const rejectionReasons = [
  'bad_quality',
  'missing_page',
  'expired',
  'wrong_kind',
  'name_mismatch',
  'number_mismatch',
  'password_protected',
  'suspected_forgery',
  'other',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** One uploaded version of a document with its fields. */
const upload = {
  version: Type.Integer(),
  file: Type.Object({
    name: Type.String(),
    content_type: Type.String(),
    size: Type.Integer(),
    sha256: Type.String(),
  }),
  number: nullable(Type.String()),
  issued_on: nullable(CalendarDate),
  expires_on: nullable(CalendarDate),
  comment: nullable(Type.String()),
  uploaded_by: Type.String(),
  uploaded_at: Instant,
  download_url: nullable(
    Type.String({ description: 'A relative path, valid for five minutes; null while the vault is sealed' }),
  ),
}

export const DocumentResponse = Type.Object(
  {
    kind: oneOf(documentKinds),
    organization_id: Id,
    status: oneOf(documentStatuses),
    ...upload,
    decision: nullable(
      Type.Object({
        status: oneOf(['approved', 'rejected']),
        reason_code: nullable(oneOf(rejectionReasons)),
        comment: nullable(Type.String()),
        decided_by: Type.String(),
        decided_at: Instant,
      }),
    ),
  },
  { $id: 'DocumentResponse' },
)
export type DocumentResponse = Static<typeof DocumentResponse>

/** The multipart bodies of uploads, one per kind, named as in the specification. */
export const uploadBodies = documentKinds.map(uploadBody)

function uploadBody(kind: DocumentKind) {
  return Type.Object(
    {
      file: Type.String({
        format: 'binary',
        description:
          kind === 'other'
            ? 'pdf, png, jpeg, docx or xlsx, at most 20 MiB'
            : 'pdf, png or jpeg, at most 20 MiB',
      }),
      number: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      issued_on: Type.Optional(CalendarDate),
      expires_on: Type.Optional(CalendarDate),
      comment: Type.Optional(Type.String({ maxLength: 4000 })),
    },
    { $id: `Body_put_${kind.replaceAll('-', '_')}_document`, additionalProperties: false },
  )
}

/** A rule that the schema of an upload cannot express: the dates must be consistent. */
export function uploadRules(body: unknown): Fault[] {
  const { issued_on, expires_on } = (body ?? {}) as Record<string, unknown>
  if (typeof issued_on !== 'string' || typeof expires_on !== 'string' || expires_on >= issued_on) return []
  return [fault(['body', 'expires_on'], 'expiry_before_issue')]
}

export const DocumentVersionResponse = Type.Object(
  {
    ...upload,
    decisions: Type.Array(
      Type.Object({
        status: oneOf(['pending', 'approved', 'rejected']),
        reason_code: nullable(oneOf([...rejectionReasons, 'bank_details_changed'])),
        comment: nullable(Type.String()),
        decided_by: Type.String(),
        decided_at: Instant,
      }),
      { description: 'Oldest first; pending means that a decision was withdrawn' },
    ),
  },
  { $id: 'DocumentVersionResponse' },
)
export type DocumentVersionResponse = Static<typeof DocumentVersionResponse>

export const ReviewDocumentRequest = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'The version that was reviewed' }),
    decision: oneOf(['approved', 'rejected']),
    reason_code: optional(oneOf(rejectionReasons)),
    comment: optional(Note),
  },
  { $id: 'ReviewDocumentRequest', additionalProperties: false },
)
export type ReviewDocumentRequest = Static<typeof ReviewDocumentRequest>

export function reviewRules(body: unknown): Fault[] {
  const { decision, reason_code } = (body ?? {}) as Record<string, unknown>
  const hasReason = reason_code !== undefined && reason_code !== null
  if (decision === 'rejected' && !hasReason) {
    return [fault(['body', 'reason_code'], 'rejection_reason_required')]
  }
  if (decision === 'approved' && hasReason) {
    return [fault(['body', 'reason_code'], 'rejection_reason_unexpected')]
  }
  return []
}
