import type { Feature } from './feature.ts'

const again = 'Get the file again from the Bank of Russia. Nothing was imported.'

/** Banks of Russia by their BIK. */
export const banks = {
  actions: ['bank_register.imported'],
  failures: {
    bank_not_found: {
      kind: 'not_found',
      cause:
        'The register of banks has no such BIK. `context.as_of` is the day of the register, null if none was imported.',
      cure: 'Check the BIK, or import a newer register (`POST /v1/banks/import`, `kontor banks import`).',
      of: ['Banks'],
      context: { as_of: '2026-01-31' },
    },
  },
  fileFaults: {
    banks_format: {
      sentence: 'The file is not the register of BIK of the Bank of Russia (ED807).',
      cure: 'Take the file out of the zip file that the Bank of Russia publishes. Nothing was imported.',
    },
    banks_encoding: { sentence: 'Line %{line}: the bytes are not text in %{encoding}.', cure: again },
    banks_xml: {
      sentence: 'Line %{line}: the XML is cut off or not well-formed, or has a DTD or entities.',
      cure: again,
    },
    banks_part: {
      sentence: 'The file has only changes of the register, not the whole register.',
      cure: 'Import the file whose name ends with “full”. Nothing was imported.',
    },
    banks_few: {
      sentence: 'The file has %{count} banks, less than half of the %{known} that are known.',
      cure: 'Get the whole register from the Bank of Russia. Nothing was imported.',
    },
    banks_value: { sentence: 'Line %{line}: “%{value}” is no %{field}.', cure: again },
    banks_repeated: { sentence: 'Line %{line}: the BIK %{bik} is there twice.', cure: again },
    banks_older: {
      sentence: 'The file is of %{day}, but the register that is there is of %{known}.',
      cure: 'Import the register of a later day. Nothing was imported.',
    },
  },
} as const satisfies Feature
