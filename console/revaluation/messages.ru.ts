import type { en } from './messages.en.ts'

export const ru: typeof en = {
  menu: { revaluation: 'Курсовые разницы' },
  revaluation: {
    title: 'Курсовые разницы',
    help: 'Деньги и задолженность в иностранной валюте пересчитываются по курсу на дату закрытия. Авансы не пересчитываются.',
    through: 'Дата закрытия',
    at_the_end_of: 'На конец дня %{day}',
    post: 'Провести разницы',
    posted: 'Курсовые разницы проведены.',
    all_posted: 'Все разницы проведены.',
    closed: 'Этот день закрыт.',
    empty: 'Нет остатков в иностранной валюте, которые нужно пересчитать.',
    missing: 'Нет курсов, без них разницы не проводятся: %{rates}',
    to_rates: 'Курсы валют',
    total: 'К проведению по %{currency}: %{difference}',
    of_day: 'от %{day}',
    columns: {
      account: 'Счёт',
      kind: 'Вид',
      balance: 'Остаток',
      rate: 'Курс',
      value: 'Стоимость',
      carried: 'В учёте',
      difference: 'Разница',
    },
    kind: { money: 'Деньги', debt: 'Задолженность', advance: 'Аванс' },
  },
  faults: {
    no_rate: 'Нет курса %{currency} на %{day}. Загрузите курсы на эту дату или введите курс вручную',
  },
  action_name: { books: { revalued: 'Проведены курсовые разницы' } },
  sentence: { books: { revalued: '%{who}: проведены курсовые разницы' } },
  act_name: { books: { revalue: 'Провести курсовые разницы' } },
  act_noun: { books: { revalue: 'Проведение курсовых разниц' } },
}
