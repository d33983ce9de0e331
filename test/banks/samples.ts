import { correspondentAccountFault } from '../../contract/values/identifiers.ts'

export interface SampleBank {
  bik: string
  name?: string
  account?: string | null
  status?: string
  type?: string
  restriction?: string
}

export const sampleBanks: readonly SampleBank[] = [
  { bik: '044525999', name: 'АО «Пример Банк»', account: '30101810845250000999' },
  { bik: '044525888', name: 'ООО «Закрытый счёт»', status: 'ACDL' },
  { bik: '017003983', name: 'ОТДЕЛЕНИЕ БАНКА РОССИИ', account: '40102810045370000009', type: 'BANA' },
  { bik: '044525777', name: 'Банк без лицензии', restriction: 'LWRS' },
]

/** A correspondent account of the bank, with the right key digit. */
export function accountOf(bik: string): string {
  for (let key = 0; key < 10; key++) {
    const account = `30101810${key}4525${'0000'}${bik.slice(-3)}`
    if (correspondentAccountFault(account, bik) === null) return account
  }
  throw new Error(`no account for ${bik}`)
}

/** The register of BIK of a day, as the Bank of Russia publishes it. */
export function registerFile(
  day: string,
  banks: readonly SampleBank[] = sampleBanks,
  { kind = 'FIRR' }: { kind?: string } = {},
): string {
  const entries = banks.map(
    ({ bik, name = `Банк ${bik}`, account = accountOf(bik), status = 'ACAC', type = 'CRSA', restriction }) =>
      `  <BICDirectoryEntry BIC="${bik}">
    <ParticipantInfo NameP="${name}" CntrCd="RU" Rgn="45" Tnp="г" Nnp="Москва" DateIn="2009-01-01" PtType="20" Srvcs="5" XchType="1" UID="4525999000" ParticipantStatus="PSAC">${restriction ? `<RstrList Rstr="${restriction}" RstrDate="2025-01-01"/>` : ''}</ParticipantInfo>
    ${account === null ? '' : `<Accounts Account="${account}" RegulationAccountType="${type}" CK="99" AccountCBRBIC="044525000" DateIn="2009-01-01" AccountStatus="${status}"/>`}
  </BICDirectoryEntry>`,
  )
  return `<?xml version="1.0" encoding="WINDOWS-1251"?>
<ED807 xmlns="urn:cbr-ru:ed:v2.0" EDNo="707231177" EDDate="${day}" EDAuthor="4583001999" CreationReason="FCBD" CreationDateTime="${day}T00:00:00Z" InfoTypeCode="${kind}" BusinessDay="${day}" DirectoryVersion="1">
${entries.join('\n')}
</ED807>
`
}
