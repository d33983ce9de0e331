import type { en } from './messages.en.ts'

export const ru: typeof en = {
  menu: {
    credits: 'Нераспределённые поступления',
    balances: 'Расчёты с клиентами',
  },
  menu_waiting: {
    credits: 'к распределению: %{count}',
  },
  credits: {
    title: 'Нераспределённые поступления',
    empty_title: 'Нераспределённых поступлений нет',
    empty_help: 'Здесь ждут деньги, которые поступили без заявки или по заявке, которая их не принимает.',
    none: 'Нераспределённых поступлений нет.',
    filter_status: 'Статус',
    status: {
      open: 'К распределению',
      used: 'Распределено или возвращено',
    },
    columns: {
      organization: 'Организация',
      received: 'Поступило',
      payer: 'Плательщик',
      amount: 'Сумма',
      left: 'Остаток',
      actions: 'Действия',
    },
    for_request: 'поступило по этой заявке',
    allocate: 'Распределить',
    refund: 'Вернуть',
    request: 'Заявка',
    missing: 'не хватает %{amount}',
    nothing_missing: 'оплачено полностью',
    no_requests:
      'У организации нет заявки в этой валюте, которая принимает деньги. Одобрите заявку или верните деньги.',
    left: 'Остаток: %{amount}',
    done: {
      allocated: 'Поступление распределено на заявку.',
      refunded: 'Возврат учтён.',
    },
  },
  balances: {
    title: 'Расчёты с клиентами',
    empty_title: 'Все остатки нулевые',
    empty_help: 'Здесь видно, что клиенты оплатили и ещё не получили, и сколько они должны.',
    none: 'Движения денег ещё не было.',
    of_organization: 'Остаток',
    columns: {
      organization: 'Организация',
      commodity: 'Валюта',
      balance: 'Остаток',
    },
    has: 'У клиента %{amount}',
    owes: 'Клиент должен %{amount}',
    even: 'Долгов нет: %{amount}',
    export: 'Выгрузить',
    export_title: 'Выгрузка учёта',
    format: {
      title: 'Формат',
      hledger: 'Журнал hledger',
      csv: 'Таблица CSV',
    },
    from: 'С даты',
    from_help: 'Более раннее войдёт как начальные остатки. Если не указано: с начала учёта.',
    to: 'По дату',
  },
}
