import { toAscii } from './ascii.ts'

/**
 * Legal forms by family. Forms of one family are equivalents of each other in the languages of registers and lists:
 * «ООО» and «Limited Liability Company» agree, «ООО» and «АО» do not.
 */
export type LegalForm = 'limited' | 'stock' | 'partnership' | 'nonprofit' | 'state' | 'trader' | 'other'

const forms: Record<LegalForm, string> = {
  limited: `ооо|одо|тоо|тов|осоо|мчж|общество с ограниченной ответственностью|обществом с ограниченной ответственностью|
    общество с дополнительной ответственностью|товарищество с ограниченной ответственностью|
    товариство з обмеженою відповідальністю|ooo|too|obshchestvo s ogranichennoy otvetstvennostyu|
    obshchestvo s ogranichennoi otvetstvennostyu|obschestvo s ogranichennoy otvetstvennostyu|
    llc|lllc|l l c|limited liability company|limited liability co|limited liability partnership company|ltd liability co|
    ltd|limited|ltda|limitada|company limited|co ltd|co limited|private limited|private limited company|pvt ltd|pte ltd|
    pvt limited|pte limited|pty ltd|pty limited|pty|pte|pvt|sdn bhd|
    gmbh|ges m b h|gesmbh|mbh|gesellschaft mit beschrankter haftung|ug|
    sarl|srl|s r l|sarlu|eurl|societe a responsabilite limitee|societa a responsabilita limitata|
    sociedad de responsabilidad limitada|sociedad limitada|sl|slu|s de rl|s de rl de cv|srl de cv|
    societatea cu raspundere limitata|societate cu raspundere limitata|
    sp z oo|spolka z ograniczona odpowiedzialnoscia|sro|s r o|spol s ro|doo|d o o|ood|eood|kft|sia|uab|ou|oy|aps|
    bv|b v|bvba|besloten vennootschap|lda|dooel|fze|fzco|fz llc|fzc|wll|w l l|unlimited|limited sirketi|ltd sti|limited sti`,
  stock: `ао|оао|зао|пао|нао|ат|пат|прат|акционерное общество|открытое акционерное общество|закрытое акционерное общество|
    публичное акционерное общество|непубличное акционерное общество|акционерна спiлка|акціонерне товариство|
    публічне акціонерне товариство|приватне акціонерне товариство|oao|zao|pao|nao|ao|
    aktsionernoe obshchestvo|aktsionernoye obshchestvo|otkrytoe aktsionernoe obshchestvo|
    otkrytoye aktsionernoye obshchestvo|zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|
    publichnoye aktsionernoye obshchestvo|
    jsc|ojsc|cjsc|pjsc|ejsc|joint stock company|joint stock co|open joint stock company|closed joint stock company|
    public joint stock company|private joint stock company|public joint stock co|pjs co|pjs|private joint stock|
    plc|p l c|public limited company|public company limited|pcl|
    ag|akg|aktiengesellschaft|se|kgaa|nv|n v|naamloze vennootschap|sa|s a|sau|saa|sab|sab de cv|sa de cv|sa esp|sas|s a s|
    sociedad anonima|sociedad anonima de capital variable|societe anonyme|societe par actions simplifiee|
    sociedad por acciones simplificada|spa|s p a|societa per azioni|
    ab|aktiebolag|asa|as|aktieselskab|oyj|ad|ead|dd|d d|tbk|bhd|berhad|kk|kabushiki kaisha|as sirketi|anonim sirketi|nyrt|zrt|rt|
    saog|saoc|sal|qsc|psc|pjsc|sae`,
  partnership: `lp|l p|llp|l l p|lllp|limited partnership|limited liability partnership|general partnership|kg|gmbh co kg|
    ohg|gbr|partg|kommanditgesellschaft|cv|vof|snc|scs|полное товарищество|товарищество на вере`,
  nonprofit: `ано|нко|ано во|автономная некоммерческая организация|некоммерческая организация|
    некоммерческое партнерство|общественная организация|благотворительный фонд|ano|
    autonomous non profit organization|autonomous nonprofit organization|non profit organization|ev|e v|ngo|
    тсж|тсн|снт|днт|гск|жск|товарищество собственников жилья|товарищество собственников недвижимости|
    садоводческое некоммерческое товарищество|гаражно строительный кооператив|жилищно строительный кооператив|
    производственный кооператив|потребительский кооператив|спк|сельскохозяйственный производственный кооператив`,
  state: `гуп|муп|фгуп|фгку|фку|фкп|фгбу|фгбоу|гбу|гбоу|гку|мбу|мбоу|мбдоу|мку|
    государственное унитарное предприятие|муниципальное унитарное предприятие|
    федеральное государственное унитарное предприятие|казенное предприятие|fgup|gup|mup|
    federal state unitary enterprise|state unitary enterprise|federalnoe gosudarstvennoe unitarnoe predpriyatie|
    federal state enterprise`,
  trader: `ип|чп|фоп|кфх|гкфх|индивидуальный предприниматель|глава крестьянского фермерского хозяйства|
    крестьянское фермерское хозяйство|частный предприниматель|individual entrepreneur|sole trader`,
  other: `inc|incorporated|na|n a|dba|pc|sc`,
}

/** From this length on, a legal form of one word is recognized with a typo. */
export const shortestLongForm = 8

const byFirstWord = new Map<string, { words: string[]; form: LegalForm }[]>()
const longForms = new Map<string, LegalForm>()
for (const [form, names] of Object.entries(forms) as [LegalForm, string][]) {
  for (const name of names.split('|')) {
    const words = name
      .trim()
      .split(/\s+/)
      .map((word) => toAscii(word))
    const first = words[0] as string
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, form }])
    if (words.length === 1 && first.length >= shortestLongForm) longForms.set(first, form)
  }
}
for (const list of byFirstWord.values()) list.sort((a, b) => b.words.length - a.words.length)

/** The longest legal form that begins at this word. */
export function legalFormAt(
  words: readonly string[],
  at: number,
): { form: LegalForm; length: number } | undefined {
  const found = byFirstWord
    .get(words[at] as string)
    ?.find((candidate) => candidate.words.every((word, i) => words[at + i] === word))
  return found && { form: found.form, length: found.words.length }
}

/** Legal forms of one long word, to find them with a typo: «Aktiengeselschaft». */
export const longLegalForms: ReadonlyMap<string, LegalForm> = longForms

// Forms that are written without a space after a name («SiemensAG»): they stand in capitals after a small letter.
const glued = /(?<=\p{Ll})(AG|GmbH|LLC|LTD|Ltd|JSC|OJSC|PJSC|SA|SE|Inc|INC|BV|NV|ООО|ОАО|ЗАО|ПАО|АО)$/u
const gluedBefore = /^(ООО|ОАО|ЗАО|ПАО|АО)(?=\p{Lu}\p{Ll})/u

/** «SiemensAG» as «Siemens AG». */
export function splitGluedForm(word: string): string {
  return word.replace(glued, ' $1').replace(gluedBefore, '$1 ')
}
