import type { DrawnContent, Style } from './draw-paper.ts'
import type { FirstPaperContent, FirstSeller } from './first-content.ts'
import { firstLabels, firstWords } from './first-labels.ts'
import type { PaperSeller } from './paper-content.ts'

/** Template 1: lines break wherever there is a space. */
export const firstStyle: Style = {
  labelsOf: (language, kind) => firstLabels[language][kind],
  space: ' ',
  unbroken: (text) => text,
  isWhole: false,
}

/** The content of a paper of template 1 in the fields of later ones. What it does not have is not drawn. */
export function inLaterFields(content: FirstPaperContent): DrawnContent {
  const { seller, buyer, deal, total, language } = content
  const words = firstWords[language]
  const { director, ...buyerFields } = buyer
  return {
    ...content,
    seller: sellerOf(seller),
    buyer: {
      ...buyerFields,
      registration_number: buyer.registration_number ?? null,
      country: '',
      signatory: { name: director?.name ?? null, post: director?.post ?? words.no_post },
    },
    deal: { ...deal, third_parties: [] },
    price: total,
    received: null,
    is_advance: false,
    vat: { rate: null, amount: null, ground: words.vat },
  }
}

function sellerOf({ director, account, ...fields }: FirstSeller): PaperSeller {
  const abroad = {
    swift: null,
    iban: null,
    bank_latin_name: null,
    bank_latin_address: null,
    correspondent_bank: null,
  }
  return {
    ...fields,
    latin_name: null,
    latin_address: null,
    signatory: director,
    account: account && { ...account, ...abroad },
    is_paid_from_abroad: false,
  }
}
