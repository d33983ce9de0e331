import { importBanks } from '../contract/operations/books/banks.ts'
import { correspondentAccountFault } from '../contract/values/identifiers.ts'
import type { Client } from './client.ts'

/** Invented banks; the first one is that of our company. */
const banks = [
  { bik: '044525999', name: 'АО «Пример Банк»', town: 'Москва' },
  { bik: '044030998', name: 'ПАО «Невский образец»', town: 'Санкт-Петербург' },
  { bik: '046577997', name: 'ООО КБ «Уральский пример»', town: 'Екатеринбург' },
  { bik: '045004996', name: 'АО «Сибирский демобанк»', town: 'Новосибирск' },
]

/** A register of banks, so that a BIK fills what belongs to it. */
export async function seedBanks(owner: Client): Promise<void> {
  const form = new FormData()
  form.set('file', new File([register(new Date().toISOString().slice(0, 10))], 'ED807_full.xml'))
  await owner.call(importBanks, { body: form })
}

/** As the Bank of Russia publishes it (ED807). */
function register(day: string): string {
  const entries = banks.map(
    ({ bik, name, town }) =>
      `<BICDirectoryEntry BIC="${bik}"><ParticipantInfo NameP="${name}" CntrCd="RU" Rgn="45" Tnp="г" Nnp="${town}" DateIn="2009-01-01" PtType="20" Srvcs="5" XchType="1" UID="4525999000" ParticipantStatus="PSAC"/><Accounts Account="${accountOf(bik)}" RegulationAccountType="CRSA" CK="99" AccountCBRBIC="044525000" DateIn="2009-01-01" AccountStatus="ACAC"/></BICDirectoryEntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<ED807 xmlns="urn:cbr-ru:ed:v2.0" EDNo="1" EDDate="${day}" EDAuthor="4583001999" CreationReason="FCBD" CreationDateTime="${day}T00:00:00Z" InfoTypeCode="FIRR" BusinessDay="${day}" DirectoryVersion="1">
${entries.join('\n')}
</ED807>
`
}

/** Its correspondent account: one digit of it is a checksum. */
function accountOf(bik: string): string {
  const accounts = Array.from(
    { length: 10 },
    (_, key) => `30101810${key}${bik.slice(2, 6)}0000${bik.slice(-3)}`,
  )
  return accounts.find((account) => correspondentAccountFault(account, bik) === null) ?? ''
}
