import type { PaperLanguage } from '../../../../contract/papers.ts'

const ru = {
  title: { invoice: 'Счёт на оплату', act: 'Акт об оказании услуг и передаче цифровых активов' },
  from: 'от',
  payee_bank: 'Банк получателя',
  payee: 'Получатель',
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  ogrnip: 'ОГРНИП',
  registration_number: 'Рег. №',
  bik: 'БИК',
  account: 'Сч. №',
  purpose: 'Назначение платежа',
  seller: { invoice: 'Поставщик', act: 'Исполнитель' },
  buyer: { invoice: 'Покупатель', act: 'Заказчик' },
  basis: 'Основание',
  request: 'Заявка',
  columns: ['№', 'Наименование', 'Кол-во', 'Ед.', 'Цена', 'Сумма'],
  piece: 'шт.',
  asset: 'Цифровой актив %{asset}, сеть %{network}',
  fee: 'Комиссия за проведение сделки',
  total: 'Итого',
  vat: 'Без НДС',
  due: { invoice: 'Всего к оплате', act: 'Всего оказано услуг и передано активов на сумму' },
  pay_by_qr: 'Оплата по QR-коду',
  delivered: 'Передано',
  network: 'Сеть',
  destination: 'Адрес получателя',
  transactions: 'Транзакции',
  statement:
    'Вышеперечисленные услуги оказаны и цифровые активы переданы полностью и в срок. Заказчик претензий по объёму, качеству и срокам не имеет.',
  accountant: 'Главный бухгалтер',
  no_post: 'Руководитель',
}

type Labels = typeof ru

const en: Labels = {
  title: { invoice: 'Invoice', act: 'Act of services rendered and digital assets delivered' },
  from: 'dated',
  payee_bank: 'Bank of the payee',
  payee: 'Payee',
  inn: 'INN',
  kpp: 'KPP',
  ogrn: 'OGRN',
  ogrnip: 'OGRNIP',
  registration_number: 'Reg. No.',
  bik: 'BIC',
  account: 'Account',
  purpose: 'Purpose of payment',
  seller: { invoice: 'Seller', act: 'Contractor' },
  buyer: { invoice: 'Buyer', act: 'Customer' },
  basis: 'Basis',
  request: 'Request',
  columns: ['No.', 'Description', 'Quantity', 'Unit', 'Price', 'Amount'],
  piece: 'pc.',
  asset: 'Digital asset %{asset}, network %{network}',
  fee: 'Fee for the transaction',
  total: 'Total',
  vat: 'Without VAT',
  due: { invoice: 'Total due', act: 'Total of services rendered and assets delivered' },
  pay_by_qr: 'Pay by QR code',
  delivered: 'Delivered',
  network: 'Network',
  destination: 'Destination address',
  transactions: 'Transactions',
  statement:
    'The services above were rendered and the digital assets delivered completely and in time. The customer has no claims about their extent, quality or time.',
  accountant: 'Chief accountant',
  no_post: 'Director',
}

/** The words of template 1. */
export const labels: Readonly<Record<PaperLanguage, Labels>> = { ru, en }

export const networkNames: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  tron: 'TRON',
  solana: 'Solana',
  ton: 'TON',
}
