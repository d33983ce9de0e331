import { type Static, Type } from 'typebox'
import { CalendarDate, Id, Instant, nullable, oneOf } from './common.ts'

/** The seven slots. Paths, operations and body schemas are made from this table. */
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

export const DocumentResponse = Type.Object(
  {
    kind: oneOf(documentKinds),
    organization_id: Id,
    status: oneOf(documentStatuses),
    file: Type.Object({
      name: Type.String(),
      content_type: Type.String(),
      size: Type.Integer(),
      sha256: Type.String(),
    }),
    version: Type.Integer(),
    number: nullable(Type.String()),
    issued_on: nullable(CalendarDate),
    expires_on: nullable(CalendarDate),
    comment: nullable(Type.String()),
    decision: nullable(
      Type.Object({
        status: oneOf(['approved', 'rejected']),
        reason_code: nullable(oneOf(rejectionReasons)),
        comment: nullable(Type.String()),
        decided_by: Type.String(),
        decided_at: Instant,
      }),
    ),
    uploaded_by: Type.String(),
    uploaded_at: Instant,
    download_url: nullable(
      Type.String({ description: 'A relative path, good for five minutes; null while the vault is sealed' }),
    ),
  },
  { $id: 'DocumentResponse' },
)
export type DocumentResponse = Static<typeof DocumentResponse>

/** The multipart body of one kind's upload, under the name the specification gives it. */
export function uploadBody(kind: DocumentKind) {
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
