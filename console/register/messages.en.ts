import type { RegisterFailure } from '../../contract/organizations/party-register.ts'

export const en = {
  menu: { party_register: 'Register of companies' },
  register: {
    title: 'Register of companies',
    content: 'What it contains',
    parties: 'Companies and sole traders',
    imported: 'Imported',
    files: 'Files',
    import: 'Import the register',
    import_help:
      'The zip file of the register of small and medium business (RSMP) from the open data of the tax service, the golden copy of GLEIF, or a CSV or NDJSON file of your own. The files replace the whole register; the search uses the old one until then.',
    choose: 'Choose files',
    start: 'Import',
    cancel_upload: 'Cancel the upload',
    one_at_a_time: 'One import runs at a time. The next one can begin when this one has ended.',
    running: 'An import is running',
    latest: 'Last import',
    phase: {
      reading: 'Reading: %{read} of %{total}',
      indexing: 'Building the search index',
      publishing: 'Publishing',
    },
    go_on: 'You can leave this page and go on working.',
    counts: '%{parties} read, %{rejected} rejected, %{skipped} skipped',
    done: 'The register was imported',
    unchanged: 'The register has not changed.',
    rejected_rows: 'Rejected rows: %{count}',
    rejected_first:
      'The first %{count} are shown. The command kontor parties import --report writes all to a file.',
    empty: 'The register is empty',
    empty_help: 'Import it once: then a name or an INN fills in the rest of the requisites.',
    empty_by_role: 'It is imported by: %{roles}. Until then, enter the organization manually.',
    empty_running: 'It is being imported right now. Until then, enter the organization manually.',
    show_progress: 'Show the progress',
    failure: {
      damaged: 'A file is damaged',
      unknown_format: 'A file is no register that is known here',
      not_utf8: 'A file is not in UTF-8',
      too_large: 'A file unpacks to more than any register has',
      no_parties: 'The files contain no company that can be imported',
      interrupted: 'The import was interrupted. Start it again',
      storage_full: 'There is no space left on the disk',
      out_of_memory: 'A file needs more memory than an import may use',
      failed: 'The import failed',
    } satisfies Record<RegisterFailure, string>,
  },
}
