import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formats } from '../../contract/api/formats.ts'
import { openPaperArchive } from '../../server/features/papers/paper-archive.ts'
import { createPdfPool } from '../../server/features/papers/printing/pdf-pool.ts'
import { cli } from '../../server/platform/actor.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { Failure, Invalid } from '../../server/platform/errors.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { beforeRelease } from '../command/release.ts'
import { withVault } from '../command/vault-access.ts'

export const papersExport: Command = {
  name: 'papers export',
  summary: 'Write all invoices and acts of some days into one ZIP',
  usage: '<output file>',
  options: {
    from: { type: 'string', description: 'First day, such as 2026-01-01' },
    to: { type: 'string', description: 'Last day, such as 2026-01-31' },
    company: { type: 'string', description: 'Only papers of the company of the desk with this id' },
  },
  help: `Papers count by their date. Those that no longer hold have a stamp. The export is recorded in the audit log. See docs/close.md.`,
  run: ({ positionals: [output, ...more], values }) => {
    if (output === undefined || more.length > 0) throw new UsageError('one output file is needed')
    const [from, to] = [day('from', values.from), day('to', values.to)]
    const company = values.company === undefined ? {} : { company_id: String(values.company) }
    return withDatabase((tools) =>
      withVault(tools, async (vault) => {
        const { db, config } = tools
        const stores = createBlobStores({ url: config.documentsUrl, dataDir: config.dataDir })
        const pdfs = createPdfPool()
        try {
          const now = () => new Date()
          const query = { from, to, ...company }
          const pieces = await beforeRelease(tools, () =>
            openPaperArchive({ db, now, vault, stores, pdfs }, query, cli('papers export')),
          )
          await pipeline(Readable.from(pieces), createWriteStream(output, { mode: 0o600 }))
          return 0
        } catch (error) {
          if (!(error instanceof Failure) && !(error instanceof Invalid)) throw error
          const reasons = error instanceof Invalid ? error.faults.map(({ msg }) => msg) : [error.message]
          for (const reason of reasons) process.stderr.write(`kontor: ${reason}\n`)
          return 1
        } finally {
          stores.close()
          await pdfs.close()
        }
      }),
    )
  },
}

function day(name: 'from' | 'to', value: unknown): string {
  if (!formats.date(String(value))) throw new UsageError(`--${name} should be a day such as 2026-01-31`)
  return String(value)
}
