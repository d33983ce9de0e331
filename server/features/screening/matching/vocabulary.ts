/** Words with a meaning of their own in names, as lower-case ASCII. */
function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Titles that are no part of a name. */
export const honorifics: ReadonlySet<string> = new Set(
  words(`mr mrs ms miss mme mlle dr prof professor sir dame lord lady hon honorable excellency hrh hm
  herr frau dipl ing phd md esq jr sr
  sheikh shaikh shaykh sheik shayk shekh hajji haji hajj al-haj hadji mullah mulla maulvi mawlawi maulawi mawlana maulana qari
  ustad ayatollah hojjatoleslam sayyid syed sayed sayyed emir
  general gen colonel col major maj captain capt lieutenant lt brigadier brig admiral adm marshal sergeant commander
  president prasident presidente prezident minister ambassador senator deputy governor
  gospodin gospozha g-n gn senor senora don dona u daw
  shri smt kumari`),
)

/** Connecting words of persons: they change with the transliteration and say little. */
export const personParticles: ReadonlySet<string> = new Set(
  words(`al el ul ur ud ed as ar az ash uz il bin ibn ben bint binti binte ould oglu ogly ogli uly kyzy kizi qizi
  de del della di da do dos das du des la le les lo van von der den zu zur zum ter ten y e i and na`),
)

/** Connecting words of companies and vessels. */
export const companyParticles: ReadonlySet<string> = new Set(
  words(`the of and for und et fur y e i de del della di da do dos das du des la le les lo al el van von der den
  dlya po v vo s so iz na pri in on at to mv mt ss mts vessel no nr number num`),
)

/** Spellings of the same connecting word. */
export const sameParticles: ReadonlyMap<string, string> = new Map([
  ...words('ibn ben b ould').map((word) => [word, 'bin'] as const),
  ...words('el ul il').map((word) => [word, 'al'] as const),
  ...words('und et y e i').map((word) => [word, 'and'] as const),
  ...words('binti binte').map((word) => [word, 'bint'] as const),
])

/** Given names that stand for each other: short forms, and the same name in other languages. */
const givenNames = `
  alexander alexandr aleksandr aleksander aleksandar alexandre alejandro alessandro oleksandr alex sasha sascha alec iskander
  alexandra aleksandra alessandra oleksandra sasha sandra
  aleksei alexei aleksey alexey oleksiy alyosha lyosha alexis
  anatoly anatoliy anatolii tolya
  andrew andrei andrey andriy andreas andres andre andrea andrzej andy drew
  anthony antonio anton antoine antonin tony toni
  anna anne ann anya hanna hannah annie
  albert alberto al bert
  arkady arkadi arkadiy arkadii
  benjamin ben bibi benny benyamin binyamin benji
  boris borya borys
  catherine katherine katharina ekaterina yekaterina kateryna katarzyna caterina catalina kate katya kathy cathy
  charles carlos karl carl carlo karol charlie chuck
  christopher christoph cristobal kristof chris kit
  christian cristian chris
  daniel danil daniil danylo danilo dan danny
  david dawid davide davyd dave
  dmitry dmitri dmitriy dmytro dimitri dimitrios dima mitya
  edward eduard eduardo edouard ed eddie ted ned
  elizabeth elisabeth elizaveta yelizaveta isabel isabella liz lisa liza beth betty
  eugene evgeny yevgeny evgeni evgeniy yevgeniy yevhen eugenio eugen zhenya gene
  francis francisco francesco francois franz frank paco pancho franco
  frederick friedrich frederic federico fred fritz fryderyk fredrik frederik
  gabriel gavriil gabriele gabe
  george georg georgy georgiy georges jorge giorgio yuri yury yuriy iurii jerzy jiri heorhiy giorgi
  gregory grigory grigoriy grigori gregorio hryhoriy grzegorz greg grisha
  helen elena yelena olena helena lena
  henry heinrich henri enrique enrico henrik hendrik harry hank genrikh
  igor ihor
  ilya ilia illia elias elijah
  irina iryna irene ira
  isaac isaak itzhak yitzhak ishaq
  james jim jimmy jaime diego jakob jacob jacques jakub yakov giacomo jamie
  john jon johnny jack juan jean johann johannes hans giovanni ivan jan joao ian sean jens vanya johan ioannis ivo yahya
  jonathan jon jonny
  joseph josef jose iosif giuseppe yusuf yosef youssef joe joey josip pepe
  joshua josh yehoshua
  julia yulia yuliya iuliia yuliia giulia julie
  julius julio giulio yuliy jules
  konstantin constantine costa kostya kostyantyn
  lawrence laurence lorenzo laurent larry lars lavrentiy
  leo leon leonid leonardo lev leonard
  louis luis ludwig luigi lewis lou
  margaret margarita margarethe marguerite maggie peggy meg rita
  maria mary marie mariya mariia marya masha miriam maryam
  mark marc marco marcos marek marcus markus
  martin marty marcin
  matthew matvey matteo mateo matthias mateusz matt matvei mathieu
  maxim maksim maksym max maximilian
  michael mikhail mykhailo miguel michel michele mike misha michal mick mihail mikhael mykhaylo
  natalia nataliya natalya natasha nathalie
  nathan nat nathaniel
  nicholas nikolai nikolay nicolas nicola mykola nikolaus klaus claus nick kolya nico niklas nicolae miklos mikolaj nikolas
  oleg oleh
  olga olha olya
  oscar oskar
  patrick patricio pat paddy patryk
  paul pavel pablo paolo pavlo pasha pauli paulo pawel
  peter pyotr petr pedro pierre pietro petro piotr pete petya petros
  philip philippe felipe filippo filip phil
  raymond ramon ray raimundo
  rebecca becky
  richard ricardo riccardo rick dick rich richie
  robert roberto bob bobby rob robbie bert
  ronald ron ronnie
  rodion rodya
  samuel sam sammy shmuel
  sebastian seb bastian
  sergei sergey serhiy sergio serge sergej serge seryozha serhii
  simon semyon shimon simeon semen symon
  sophia sofia sofya sonya sophie
  stanislav stanislaw stas stanislaus
  stephen steven stepan stefan stephan esteban stefano etienne steve stephane
  susan susanna suzanne sue susie
  svetlana svitlana sveta
  tatiana tatyana tetiana tanya
  theodore fyodor fedor theodor teodoro ted theo fedir fyodr
  thomas tomas tommaso tom tommy foma tomasz
  timothy timofey timofei tim timur
  valentin valentyn valentine valya
  valery valeriy valerii valeri
  vasily vasiliy vasyl basil vasilii vasya
  victor viktor vittorio vitya
  vincent vicente vincenzo vince vinny
  vitaly vitaliy vitalii vitali
  vladimir volodymyr wladimir vladimiro uladzimir volodya vova wolodymyr vlad
  vladislav vlad wladyslaw ladislav laszlo vladyslav
  walter walt
  william wilhelm guillermo guillaume willem guglielmo bill billy will willy liam
  yaroslav jaroslav jaroslaw iaroslav
  zachary zach zack zakhar
  muhammad mohammad mohammed mohamed muhammed mohamad mohamod mahomed mohamud muhamad muhammet mehmet mukhammad magomed md mohd
  mahmoud mahmood mahmud mehmood mahmut
  ahmad ahmed ahmet akhmad akhmed achmad achmed
  hussein husayn hussain husain hossein hussayn huseyn khusein houssein hosein hussien
  hassan hasan khasan hasaan
  abdullah abdallah abdulla abdoulaye
  osama usama oussama usamah
  yousef yousuf yusuf yusif youssef yosef joseph jose jusuf
  ibrahim ebrahim abraham ibragim avraham brahim
  ismail ismael esmail ishmael esmaeil
  moses musa moussa moshe mousa
  omar umar omer
  khalid khaled halid
  said saeed sayeed saied saeid
  sulayman suleiman sulaiman soleiman suleyman solomon soliman
  jamal gamal djamel cemal jamaal
  abu abou abo ebu
  abd abdul abdel abdal abdol`

const groups = new Map<string, number[]>()
for (const [group, line] of givenNames.trim().split('\n').entries()) {
  for (const name of words(line)) groups.set(name, [...(groups.get(name) ?? []), group])
}

/** Whether both are forms of one given name: «Bibi» and «Benjamin», «Juan» and «John». */
export function isSameGivenName(a: string, b: string): boolean {
  const others = groups.get(b)
  return others !== undefined && (groups.get(a)?.some((group) => others.includes(group)) ?? false)
}

/** The groups of given names that a word belongs to, for the index. */
export function givenNameGroups(word: string): readonly number[] {
  return groups.get(word) ?? []
}

/** Words of companies that say little about which company it is, even where a list has few of them. */
export const genericWords: ReadonlySet<string> = new Set(
  words(`company corporation group holding enterprise international global trading trade services service systems solutions
  industries industry industrial bank fund trust capital investment management consulting
  technology development production general national state federal central region regional factory plant center centre
  association organization foundation union agency office department institute committee society club
  foreign partners construction transport logistics energy oil gas`),
)

/** Words that most names of companies could have added or left out. */
export const fillWords: ReadonlySet<string> = new Set(words('company corporation group holding firm'))

/** Abbreviations and other forms of frequent words of companies, by the form that is compared. */
export const sameWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    company: 'co cie companhia compania compagnie kompaniya kompania kampani comp',
    corporation: 'corp korporatsiya korporaciya corporacion',
    group: 'gruppa grupp groupe grupo gruppe gruppo grp',
    holding: 'holdings kholding',
    enterprise: 'enterprises predpriyatie predpriyatiye',
    international:
      'intl int internatl mezhdunarodnyy mezhdunarodnaya mezhdunarodnoe internacional internationale',
    organization: 'organisation organizatsiya organizacion org',
    national: 'natl natsionalnyy natsionalnaya nacional nationale',
    bank: 'banco banque banka banca bankas',
    manufacturing: 'mfg',
    department: 'dept departament',
    association: 'assoc assn assotsiatsiya asociacion',
    services: 'service servis serv svcs servicios',
    systems: 'sistemy system sistema sistemas',
    technology: 'technologies tekhnologii tekhnologiya tech tecnologia',
    industries: 'industry industriya industria industrias',
    trading: 'trade torgovyy torgovaya torg',
    factory: 'fabrika',
    plant: 'zavod',
    center: 'centre tsentr centro zentrum',
    institute: 'institut instituto',
    research: 'nauchno issledovatelskiy issledovatelskoe',
    scientific: 'nauchnyy nauchnaya nauchnoe',
    production: 'proizvodstvennyy proizvodstvennaya proizvodstvennoe proizvodstvo',
    state: 'gosudarstvennyy gosudarstvennoe gosudarstvennaya gosudarstvennogo',
    federal: 'federalnyy federalnaya federalnoe',
    construction: 'stroitelnaya stroitelnyy stroitelstvo stroy',
    investment: 'investments investitsii investitsionnaya investitsionnyy inversiones',
    management: 'upravlyayushchaya upravlenie mgmt',
    fund: 'fond fonds',
    foundation: 'fundacion fondation stiftung fundacao',
    brothers: 'bros',
    university: 'universitet universidad universitat',
    saint: 'st sankt santa',
    military: 'voennyy voennaya voenno',
    transport: 'transportnaya transportnyy transportes transportation',
    shipping: 'sudokhodnaya sudokhodstvo navigation',
    instrument: 'pribor priborostroitelnyy',
    engineering: 'inzhiniring inzhenernyy ingenieria',
  }).flatMap(([word, forms]) => words(forms).map((form) => [form, word] as const)),
)

const units = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)
const tens = words('twenty thirty forty fifty sixty seventy eighty ninety')
const ordinals = words('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth')

const numbers = new Map<string, number>([
  ...units.map((word, i) => [word, i] as const),
  ...tens.map((word, i) => [word, 20 + 10 * i] as const),
  ...ordinals.map((word, i) => [word, i + 1] as const),
  ...ordinals.map((_, i) => [`${i + 1}${['st', 'nd', 'rd'][i] ?? 'th'}`, i + 1] as const),
])
const roman = /^(?=[ivxl]{1,6}$)(x{0,3}|xl|lx{0,3})(ix|iv|v?i{0,3})$/
const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }

/** The number that a word of a company stands for: 44, «first», «1st», «forty», «XII». */
export function numberOf(word: string): number | undefined {
  if (/^\d{1,9}$/.test(word)) return Number(word)
  const named = numbers.get(word)
  if (named !== undefined) return named
  if (!roman.test(word)) return undefined
  let sum = 0
  for (let i = 0; i < word.length; i++) {
    const digit = romanDigits[word[i] as string] as number
    sum += digit < (romanDigits[word[i + 1] as string] ?? 0) ? -digit : digit
  }
  return sum
}
