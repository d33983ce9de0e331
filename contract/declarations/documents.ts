import { type Feature, workingDay } from './feature.ts'
import { retry } from './phrases.ts'

const otherFile = 'Save the document again in its program, or scan it again.'

/** Documents of organizations, and what is checked in an uploaded file. */
export const documents = {
  objects: {
    document: '/v1/documents/{id}',
  },
  permissions: {
    'documents:read': ['custodian', 'officer', 'operator', 'auditor'],
    'documents:write': ['officer', 'operator'],
    'documents:review': ['officer'],
  },
  acts: {
    'document.review': {
      meaning: 'review a document',
      permission: 'documents:review',
      maxAge: workingDay,
      separations: ['uploaded'],
      hasOrganization: true,
    },
  },
  events: {
    'document.uploaded': { permission: 'documents:read', meaning: 'A version of a document was uploaded' },
    'document.reviewed': {
      permission: 'documents:read',
      meaning: 'A document was approved or rejected, or waits for a review again',
    },
  },
  actions: ['document.downloaded', 'document.expired', 'document.reopened', 'document.upload_refused'],
  changes: {
    'document.reopened': 'documents:read',
    'document.expired': 'documents:read',
  },
  failures: {
    document_not_found: {
      kind: 'not_found',
      cause: 'The organization has no document of this kind or version.',
      cure: 'Upload one, or check the kind and the version.',
      of: ['Documents'],
    },
    decision_stands: {
      kind: 'conflict',
      cause:
        'The decision cannot be taken back: somebody else has made it (`context.because` is `other_person`), it is older than the seconds that a slip of the hand is noticed in (`too_late`), or taking it back needs votes (`approval`). Others may have acted on it.',
      cure: 'Review the document again: a decision can be changed by another one at any time.',
      of: ['Documents'],
      context: { because: 'too_late', seconds: 12 },
    },
    scanner_unavailable: {
      kind: 'unavailable',
      cause: 'The virus scanner cannot be reached. Nothing was saved.',
      cure: retry,
      of: ['Documents'],
      context: { retry_after: 5 },
    },
  },
  faults: {
    expiry_before_issue: {
      sentence: 'a document cannot expire before it was issued',
      cure: 'Correct one of the two dates.',
    },
    rejection_reason_required: { sentence: 'a rejection needs a reason', cure: 'Send `reason_code`.' },
    rejection_reason_unexpected: {
      sentence: 'only a rejection has a reason',
      cure: 'Leave `reason_code` out.',
    },
  },
  fileFaults: {
    type_not_accepted: {
      sentence: 'The file must be %{accepted}. Its content determines the type, not its name.',
      cure: 'Save the document in an accepted format.',
    },
    image_trailing_data: { sentence: 'There is data after the end of the image.', cure: otherFile },
    image_too_many_pixels: {
      sentence: 'The image has more than %{millions} million pixels.',
      cure: 'Scan with a lower resolution.',
    },
    image_damaged: { sentence: 'The image is damaged.', cure: otherFile },
    image_incomplete: {
      sentence: 'The image is incomplete: its end is missing.',
      cure: 'Upload the complete file.',
    },
    office_too_many_parts: {
      sentence: 'The file has more than %{parts} parts.',
      cure: 'Split the document, or save it as PDF.',
    },
    office_unpacked_size: {
      sentence: 'The decompressed file is too large.',
      cure: 'Split the document, or save it as PDF.',
    },
    office_encrypted: {
      sentence: 'The file is encrypted and cannot be checked.',
      cure: 'Save the document without a password.',
    },
    office_other_archive: {
      sentence: 'The file is a zip archive, but neither a Word nor an Excel document.',
      cure: 'Upload the document itself, not an archive.',
    },
    office_directory_size: { sentence: 'The directory of the file is too large.', cure: otherFile },
    office_external_content: {
      sentence: 'The file loads external content when it is opened.',
      cure: 'Save the document without links to external content, or as PDF.',
    },
    office_active_content: {
      sentence: 'The file has macros, controls or embedded objects.',
      cure: 'Save the document without macros, controls and embedded objects, or as PDF.',
    },
    office_damaged: { sentence: 'The file is damaged, or not a Word or Excel document.', cure: otherFile },
    pdf_incomplete: {
      sentence: 'The PDF is incomplete: its end is missing.',
      cure: 'Upload the complete file.',
    },
    pdf_unusual_encoding: {
      sentence: 'The PDF uses an unusual encoding for its objects and cannot be checked.',
      cure: 'Print the document to a new PDF.',
    },
    pdf_active_content: {
      sentence: 'The PDF has active or embedded content (/%{name}).',
      cure: 'Print the document to a new PDF.',
    },
    pdf_unpacked_size: {
      sentence: 'The decompressed PDF is too large to be checked.',
      cure: 'Print the document to a new PDF, or split it.',
    },
    inspection_over_budget: {
      sentence: 'The file is too complex to be checked: it needs too much time or memory.',
      cure: 'Print the document to a new PDF, or scan it as an image.',
    },
  },
} as const satisfies Feature
