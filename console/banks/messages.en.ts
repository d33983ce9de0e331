import type { FailureCode, FileCode } from '../../contract/api/error-codes.ts'

export const en = {
  banks: {
    title: 'Banks by BIK',
    none: 'No register of banks was imported yet, so that bank and correspondent account are typed by hand.',
    state: '%{banks} banks, register of %{day}',
    imported: 'Imported',
    import_help:
      'The register of BIK of the Bank of Russia (ED807): unpack the zip file from cbr.ru, and choose the XML file. Forms then fill bank and correspondent account from the BIK.',
    choose: 'Import banks',
    done: 'The register of %{day} was imported: %{added} new banks, %{changed} changed, %{removed} removed.',
    found: '%{name}, %{place}',
    unknown: 'The register of %{day} has no such BIK.',
    restricted: 'The register names restrictions (%{codes}): ask the client for another account.',
  },
  faults: {
    banks_format: 'This is not the register of BIK (ED807): take the XML file out of the zip file',
    banks_encoding: 'Line %{line}: the bytes are not text in %{encoding}',
    banks_xml: 'Line %{line}: the file is cut off or damaged',
    banks_part: 'The file has only changes. Choose the one whose name ends with “full”',
    banks_few: 'The file has %{count} banks, less than half of the %{known} that are known',
    banks_value: 'Line %{line}: “%{value}” is no %{field}',
    banks_repeated: 'Line %{line}: the BIK %{bik} is there twice',
    banks_older: 'The file is of %{day}, but the register that is there is of %{known}',
  } satisfies Partial<Record<FileCode, string>>,
  errors: {
    bank_not_found: 'The register of banks has no such BIK.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: { bank_register: { imported: 'Imported the register of banks' } },
  object_name: { bank_register: 'register of banks' },
  sentence: { bank_register: { imported: '%{who} imported the register of banks' } },
}
