import type { PaperKind, PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'
import { type Labels, labels } from './labels.ts'

const ru = {
  ...labels.ru,
  title: { ...labels.ru.title, act: 'Акт об оказании услуг и передаче цифровых активов' },
  account: 'Сч. №',
  columns: ['№', 'Наименование', 'Кол-во', 'Ед.', 'Цена', 'Сумма'],
  asset: 'Цифровой актив %{asset}, сеть %{network}',
  due: { ...labels.ru.due, act: 'Всего оказано услуг и передано активов на сумму' },
  statement:
    'Вышеперечисленные услуги оказаны и цифровые активы переданы полностью и в срок. Заказчик претензий по объёму, качеству и срокам не имеет.',
  money: {},
}

const en = {
  ...labels.en,
  title: { ...labels.en.title, act: 'Act of services rendered and digital assets delivered' },
  sign: '№',
  bik: 'BIC',
  columns: ['No.', 'Description', 'Quantity', 'Unit', 'Price', 'Amount'],
  asset: 'Digital asset %{asset}, network %{network}',
  due: { ...labels.en.due, act: 'Total of services rendered and assets delivered' },
  statement:
    'The services above were rendered and the digital assets delivered completely and in time. The customer has no claims about their extent, quality or time.',
}

/** The words of template 1, where they differ from those of template 2. An act named the parties otherwise than an invoice. */
export const firstLabels: Readonly<Record<PaperLanguage, Record<PaperKind, Labels>>> = {
  ru: {
    invoice: { ...ru, seller: 'Поставщик', buyer: 'Покупатель' },
    act: { ...ru, seller: 'Исполнитель', buyer: 'Заказчик' },
  },
  en: {
    invoice: { ...en, seller: 'Seller', buyer: 'Buyer' },
    act: { ...en, seller: 'Contractor', buyer: 'Customer' },
  },
}

/** What template 1 said where a paper says nothing of its own. */
export const firstWords = {
  ru: { vat: 'Без НДС', no_post: 'Руководитель' },
  en: { vat: 'Without VAT', no_post: 'Director' },
} as const
