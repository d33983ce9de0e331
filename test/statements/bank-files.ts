/**
 * Files in the shapes that banks give them, with numbers and texts of our own. What is particular about each shape was seen in
 * public collections of samples: those of mt940 for Python (github.com/wolph/mt940: ABN AMRO, ING, Rabobank, PostFinance,
 * mBank), of camt for PHP (github.com/genkgo/camt: versions 2, 4 and 8) and of Condo (github.com/open-condo-software/condo: 1C).
 */
export interface BankFile {
  text: string
  account: string
  currency: string
}

/** Lines that name bank and type before each message, amounts without decimals, blank lines within a text. */
const abnAmro = [
  'ABNANL2A',
  '940',
  'ABNANL2A',
  ':20:ABN AMRO BANK NV',
  ':25:123456789',
  ':28:10001/1',
  ':60F:C260109EUR3000,00',
  ':61:2601120112D9,N192NONREF',
  ':86:GIRO   123456 VOORBEELD          KENMERK 0000000123456789',
  '5300000000                       FACTUUR VAN 10-01-2026',
  'INCL. 1,44 BTW',
  ':61:2601100112D11,59N426NONREF',
  ':86:BEA   NR:XXX0001   10.01.26/12.54 WINKEL,PAS001',
  '',
  ':61:2601100112C107,N426NONREF',
  ':86:BEA   NR:XXX0001   10.01.26/12.04 RETOUR,PAS001',
  ':62F:C260112EUR3086,41',
  '-',
].join('\r\n')

/** The type as a field of its own, amounts filled with zeros, no entry dates, a second line of field 61, no end of messages. */
const rabobank = [
  ':940:',
  ':20:940S260101',
  ':25:NL91ABNA0417164300',
  ':28C:0',
  ':60F:C260101EUR000000001000,00',
  ':61:260105D000000000025,00N102EREF            ',
  'NL91ABNA0417164300',
  ':86:/EREF/05-01-2026 12:00 0030000000000001/BENM//NAME/CONTRA ACCOUN',
  'T HOLDER/REMI//ISDT/2026-01-05',
  ':61:260106C000000000010,00N154NONREF          ',
  'P001234567',
  ':86:/ORDP//NAME/VOORBEELD/REMI/Factuur 26001/ISDT/2026-01-06',
  ':62F:C260106EUR000000000985,00',
  ':20:940S260107',
  ':25:NL91ABNA0417164300',
  ':28C:0',
  ':60F:C260106EUR000000000985,00',
  ':61:260108D000000000085,40N102EREF            ',
  ':62F:C260108EUR000000000899,60',
].join('\r\n')

/** Lines of the transport before, a field 86 about the whole statement, and an end with letters. */
const ing = [
  '0000 01INGBNL2AXXXX00001',
  '0000 01INGBNL2AXXXX00001',
  '940 00',
  ':20:MPBZ',
  ':25:0001234567',
  ':28C:000',
  ':60F:C260121EUR0,00',
  ':61:260122D25,03NOV NONREF',
  ':86: RC AFREKENING BETALINGSVERKEER',
  'BETREFT REKENING 1234567 PERIODE: 01-10-2025 / 31-12-2025',
  ':61:260122C51,11NGT VOORBEELD',
  ':86:0111111111 BETALING\tKENMERK 1',
  ':62F:C260122EUR26,08',
  ':86:D000001C000001D25,03C51,11',
  '-XXX',
].join('\n')

/** One statement over pages, one decimal, and a balance of nothing with a comma. */
const postFinance = [
  ':20:2026010708285927',
  ':25:123456789',
  ':28C:999/1',
  ':60F:C251231CHF0,',
  ':61:2601050105C79,7FMSC01916//NONREF',
  '20260105007602198765432000000012',
  ':86:GIRO AUS ONLINE-SIC 80532 AUFTRAGGEBER: MUSTER BEISPIELSTRASSE',
  ' 10 1234 MUSTERORT 260105CH98765432',
  ':62M:C260105CHF79,7',
  '-',
  ':20:2026010708285928',
  ':25:123456789',
  ':28C:999/2',
  ':60M:C260105CHF79,7',
  ':61:2601060106D10,15FMSC01651//NONREF',
  ':86:EINZAHLUNGSSCHEIN',
  ':62F:C260106CHF69,55',
  '-',
].join('\n')

/** The third letter of the currency in field 61, a limit without a comma, and a text with account and name in words. */
const mBank942 = [
  '',
  ':20:ST260119CYC/0001',
  ':25:PL61109010140000071219812874',
  ':28C:1/1',
  ':34F:PLN0',
  ':13D:2601191815+0100',
  ':61:2601190119CN0,01NTRFNONREF//MB260119000001',
  '911-TRANSAKCJA',
  ':86:911 TRANSAKCJA COLLECT; Z RACH.: ',
  '61109010140000071219812874; OD: PRZYKLAD; TYT.: PRZELEW SRODKOW   ; ',
  'TNR: 170000000000001.010001',
  ':61:2601190119DN2,5NTRFNONREF//MB260119000002',
  ':90D:1PLN2,50',
  ':90C:1PLN0,01',
  '-',
].join('\n')

const balance = (code: string, amount: string, indicator: string, on: string) => `
            <Bal>
                <Tp>
                    <CdOrPrtry>
                        <Cd>${code}</Cd>
                    </CdOrPrtry>
                </Tp>
                <Amt Ccy="EUR">${amount}</Amt>
                <CdtDbtInd>${indicator}</CdtDbtInd>
                <Dt>
                    <Dt>${on}</Dt>
                </Dt>
            </Bal>`

/** Balances of all kinds, a decimal more than the currency has, a reversal, and a reference instead of a text. */
const camt053 = `<?xml version='1.0' encoding='UTF-8'?>
<Document
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.04">
    <BkToCstmrStmt>
        <GrpHdr>
            <MsgId>CAMT05300000001</MsgId>
            <CreDtTm>2026-01-25T12:22:43+01:00</CreDtTm>
            <MsgPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></MsgPgntn>
        </GrpHdr>
        <Stmt>
            <Id>CAMT0532026012200001</Id>
            <ElctrncSeqNb>315</ElctrncSeqNb>
            <CreDtTm>2026-01-22T00:00:00+01:00</CreDtTm>
            <CpyDplctInd>CODU</CpyDplctInd>
            <Acct>
                <Id>
                    <Othr>
                        <Id>CH9300762011623852957</Id>
                    </Othr>
                </Id>
                <Ownr><Nm>MUSTER AG</Nm></Ownr>
            </Acct>${balance('PRCD', '1.01', 'DBIT', '2026-01-21')}${balance('OPAV', '500', 'CRDT', '2026-01-22')}${balance('CLBD', '12.84', 'CRDT', '2026-01-22')}${balance('CLAV', '512.84', 'CRDT', '2026-01-22')}${balance('FWAV', '6.06', 'CRDT', '2026-01-26')}
            <Ntry>
                <Amt Ccy="EUR">18.850</Amt>
                <CdtDbtInd>CRDT</CdtDbtInd>
                <RvslInd>false</RvslInd>
                <Sts>BOOK</Sts>
                <BookgDt>
                    <DtTm>2026-01-22T09:00:00+01:00</DtTm>
                </BookgDt>
                <ValDt>
                    <Dt>2026-01-23</Dt>
                </ValDt>
                <NtryDtls>
                    <TxDtls>
                        <Refs>
                            <Prtry><Tp>LegalSequenceNumber</Tp><Ref>100</Ref></Prtry>
                        </Refs>
                        <Amt Ccy="SEK">0</Amt>
                        <RltdPties>
                            <Dbtr><Nm>BEISPIEL</Nm></Dbtr>
                            <DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct>
                        </RltdPties>
                        <RmtInf>
                            <Strd>
                                <CdtrRefInf>
                                    <Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>
                                    <Ref>RF18539007547034</Ref>
                                </CdtrRefInf>
                            </Strd>
                        </RmtInf>
                    </TxDtls>
                </NtryDtls>
            </Ntry>
            <Ntry>
                <Amt Ccy="EUR">5</Amt>
                <CdtDbtInd>DBIT</CdtDbtInd>
                <RvslInd>true</RvslInd>
                <Sts>BOOK</Sts>
                <BookgDt>
                    <Dt>2026-01-22</Dt>
                </BookgDt>
                <AddtlNtryInf>Storno</AddtlNtryInf>
            </Ntry>
            <AddtlStmtInf>Additional Information</AddtlStmtInf>
        </Stmt>
    </BkToCstmrStmt>
</Document>
`

/** A batch of version 8 with one decimal, agents by BIC and by number, and several references of one transaction. */
const camt054 = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08 camt.054.001.08.xsd">
  <BkToCstmrDbtCdtNtfctn>
    <GrpHdr>
      <MsgId>NOTIFICATION-1</MsgId>
      <CreDtTm>2026-01-18T12:30:00+01:00</CreDtTm>
    </GrpHdr>
    <Ntfctn>
      <Id>NOTIFICATION-1</Id>
      <CreDtTm>2026-01-18T12:30:00+01:00</CreDtTm>
      <Acct>
        <Id>
          <IBAN>CH9300762011623852957</IBAN>
        </Id>
      </Acct>
      <Ntry>
        <Amt Ccy="CHF">6.3</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts>
          <Cd>BOOK</Cd>
        </Sts>
        <BookgDt>
          <Dt>2026-01-18</Dt>
        </BookgDt>
        <NtryDtls>
          <Btch>
            <NbOfTxs>2</NbOfTxs>
            <TtlAmt Ccy="CHF">6.3</TtlAmt>
            <CdtDbtInd>DBIT</CdtDbtInd>
          </Btch>
          <TxDtls>
            <Refs>
              <EndToEndId>EE00001</EndToEndId>
            </Refs>
            <Amt Ccy="CHF">3.1</Amt>
            <CdtDbtInd>DBIT</CdtDbtInd>
            <RltdPties>
              <Cdtr>
                <Pty>
                  <Nm>Beispiel 1</Nm>
                </Pty>
              </Cdtr>
            </RltdPties>
            <RltdAgts>
              <CdtrAgt>
                <FinInstnId>
                  <ClrSysMmbId>
                    <ClrSysId><Cd>CHBCC</Cd></ClrSysId>
                    <MmbId>100</MmbId>
                  </ClrSysMmbId>
                </FinInstnId>
              </CdtrAgt>
            </RltdAgts>
            <RmtInf>
              <Ustrd>Rechnung 1</Ustrd>
            </RmtInf>
          </TxDtls>
          <TxDtls>
            <Refs>
              <EndToEndId>EE00002</EndToEndId>
            </Refs>
            <Amt Ccy="CHF">3.2</Amt>
            <CdtDbtInd>DBIT</CdtDbtInd>
            <RmtInf>
              <Strd>
                <CdtrRefInf>
                  <Tp><CdOrPrtry><Prtry>ISR Reference</Prtry></CdOrPrtry></Tp>
                  <Ref>210000000003139471430009017</Ref>
                </CdtrRefInf>
              </Strd>
              <Strd>
                <CdtrRefInf>
                  <Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>
                  <Ref>RF18539007547034</Ref>
                </CdtrRefInf>
              </Strd>
            </RmtInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>
    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>
`

const document = (kind: string, fields: Readonly<Record<string, string>>) => [
  `СекцияДокумент=${kind}`,
  ...Object.entries(fields).map(([key, value]) => `${key}=${value}`),
  'КонецДокумента',
]
const own = '40702810600000012345'

/** Both days of each document, one of them empty; kinds of documents beside orders, whole roubles, fields of other uses. */
const oneC = [
  '1CClientBankExchange',
  'ВерсияФормата=1.03',
  'Кодировка=Windows',
  'Отправитель=Банк Пример',
  'Получатель=',
  'ДатаНачала=15.01.2026',
  'ДатаКонца=18.01.2026',
  `РасчСчет=${own}`,
  'СекцияРасчСчет',
  'ДатаНачала=15.01.2026',
  'ДатаКонца=18.01.2026',
  `РасчСчет=${own}`,
  'НачальныйОстаток=8300.00',
  'ВсегоПоступило=2219.96',
  'ВсегоСписано=715.5',
  'КонечныйОстаток=9804.46',
  'КонецРасчСчет',
  ...document('Платежное требование', {
    Номер: '61298',
    Дата: '15.01.2026',
    Сумма: '700',
    ПлательщикСчет: own,
    ДатаСписано: '15.01.2026',
    ПлательщикИНН: '7707083893',
    Плательщик1: 'ООО "КОНТОРА"',
    ПлательщикБанк2: 'МОСКВА',
    ПолучательСчет: '60322810700500000191',
    ДатаПоступило: '',
    ПолучательИНН: '7702070139',
    Получатель1: 'Филиал "Пример"',
    ВидОплаты: '02',
    СрокПлатежа: '15.01.2026',
    НазначениеПлатежа: 'Оплата услуги по договору 12345',
  }),
  ...document('Платежное поручение', {
    Номер: '6032',
    Дата: '15.01.2026',
    Сумма: '1052.98',
    ПлательщикСчет: '40817810009980084396',
    ДатаСписано: '',
    ПлательщикИНН: '',
    Плательщик1: 'Иванов Иван Иванович',
    ПолучательСчет: own,
    ДатаПоступило: '15.01.2026',
    Код: '50133547364',
    ПолучательКПП: '0',
    НазначениеПлатежа: 'ЛС: 50133547364',
  }),
  ...document('Банковский ордер', {
    Номер: '12',
    Дата: '16.01.2026',
    Сумма: '15.5',
    ПлательщикСчет: own,
    ДатаСписано: '16.01.2026',
    ПолучательСчет: '70601810000000000001',
    ДатаПоступило: '',
    Получатель1: 'АО "Банк Пример"',
    НазначениеПлатежа: 'Комиссия. НДС не облагается',
  }),
  ...document('Платежное поручение', {
    Номер: '656731',
    Дата: '18.01.2026',
    Сумма: '1166.98',
    ПлательщикСчет: '40817810400030269771',
    ДатаСписано: '',
    ПлательщикИНН: '500100732259',
    Плательщик1: 'ПЕТРОВ ПЁТР ПЕТРОВИЧ',
    ПолучательСчет: own,
    ДатаПоступило: '18.01.2026',
    НазначениеПлатежа: 'ул. Тестовая, д.1/2;кв.3. НДС не облагается',
  }),
  'КонецФайла',
  '',
].join('\r\n')

export const mtFiles: Readonly<Record<string, BankFile>> = {
  'ABN AMRO': { text: abnAmro, account: '123456789', currency: 'EUR' },
  Rabobank: { text: rabobank, account: 'NL91ABNA0417164300', currency: 'EUR' },
  ING: { text: ing, account: '0001234567', currency: 'EUR' },
  PostFinance: { text: postFinance, account: '123456789', currency: 'CHF' },
  'mBank, MT942': { text: mBank942, account: 'PL61109010140000071219812874', currency: 'PLN' },
}

export const camtFiles: Readonly<Record<string, BankFile>> = {
  'camt.053': { text: camt053, account: 'CH9300762011623852957', currency: 'EUR' },
  'camt.054': { text: camt054, account: 'CH9300762011623852957', currency: 'CHF' },
}

export const oneCFile: BankFile = { text: oneC, account: own, currency: 'RUB' }
