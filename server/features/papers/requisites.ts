import type { PaperLanguage } from '../../../contract/purchase-requests/papers.ts'
import type { DeskCompanyRow } from './paper-tables.ts'

/** Whether an invoice is paid through banks that need Latin letters and SWIFT codes. */
export function isPaidFromAbroad(language: PaperLanguage, currency: string): boolean {
  return language === 'en' || currency !== 'RUB'
}

/** What the company lacks for an invoice to this account of it, as names of its fields. */
export function missingRequisites(
  company: DeskCompanyRow,
  index: number,
  { language, currency }: { language: PaperLanguage; currency: string },
): string[] {
  const account = company.bank_accounts[index]
  const { vat } = company
  const ofAccount = (name: string) => `bank_accounts.${index}.${name}`
  const needed: [name: string, value: unknown][] = isPaidFromAbroad(language, currency)
    ? [
        ['latin_name', company.latin_name],
        ['latin_address', company.latin_address],
        [ofAccount('swift'), account?.swift],
        [ofAccount('bank_latin_name'), account?.bank_latin_name],
        // Roubles come through the central bank, which the BIK names.
        ...(currency === 'RUB'
          ? []
          : ([[ofAccount('correspondent_bank'), account?.correspondent_bank]] as [string, unknown][])),
        ...(vat?.ground ? ([['vat.ground_en', vat.ground_en]] as [string, unknown][]) : []),
      ]
    : [[ofAccount('bik'), account?.bik]]
  return needed.filter(([, value]) => value === undefined || value === null).map(([name]) => name)
}
