import { sealedContent } from '../../platform/blobs/sealed-content.ts'

/** The PDFs of papers. */
export const paperFiles = sealedContent('paper_files')
