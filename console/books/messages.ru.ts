import type { en } from './messages.en.ts'

export const ru: typeof en = {
  menu: {
    credits: 'Авансы клиентов',
    balances: 'Расчёты с клиентами',
  },
  menu_waiting: {
    credits: 'к зачёту: %{count}',
  },
  credits: {
    title: 'Авансы клиентов',
    empty_title: 'Незачтённых авансов нет',
    empty_help:
      'Здесь учитываются деньги, поступившие без заявки или по заявке, оплата по которой не принимается.',
    none: 'Незачтённых авансов нет.',
    filter_status: 'Статус',
    status: {
      open: 'К зачёту',
      used: 'Зачтено или возвращено',
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
    allocate: 'Зачесть',
    refund: 'Вернуть',
    request: 'Заявка',
    missing: 'к доплате %{amount}',
    nothing_missing: 'оплачено полностью',
    no_requests:
      'У организации нет заявки в этой валюте, ожидающей оплаты. Одобрите заявку или верните деньги.',
    left: 'Остаток: %{amount}',
    done: {
      allocated: 'Аванс зачтён в оплату заявки.',
      refunded: 'Возврат учтён.',
    },
  },
  balances: {
    title: 'Расчёты с клиентами',
    empty_title: 'Все остатки нулевые',
    empty_help: 'Здесь показана наша задолженность перед клиентами и задолженность клиентов.',
    none: 'Операций ещё не было.',
    of_organization: 'Остаток',
    columns: {
      organization: 'Организация',
      commodity: 'Валюта',
      balance: 'Остаток',
    },
    has: 'Наш долг клиенту: %{amount}',
    owes: 'Долг клиента: %{amount}',
    even: 'Задолженности нет: %{amount}',
    export: 'Выгрузить',
    export_title: 'Выгрузка проводок',
    format: {
      title: 'Формат',
      hledger: 'Журнал hledger',
      csv: 'Файл CSV',
    },
    from: 'С даты',
    from_help: 'Более ранние операции войдут во входящие остатки. Если не указать — с начала учёта.',
    to: 'По дату',
  },
}
