import type { en } from './messages.en.ts'

export const ru: typeof en = {
  close: {
    item: {
      unmatched_line: 'Операции выписки без проводки',
      line_set_aside: 'Отложенные операции выписки без проводки',
      line_of_closed_day: 'Операции выписки за закрытые дни',
      balance_differs: 'Расхождение банка и учёта',
      money_in_transit: 'Переводы между своими счетами, у которых проведена одна строка',
      statement_gap: 'Выписки, не сходящиеся между собой',
      statement_missing: 'Дни без выписки',
      not_revalued: 'Валютные счета без курсовых разниц',
      open_exception: 'Заявки с незакрытым отклонением',
      paper_missing: 'Исполненные заявки без акта',
    },
  },
  faults: {
    day_not_over: 'Этот день ещё не закончился. Последний день, который можно закрыть, — %{last}',
    period_reversed: 'Первый день позже последнего',
    period_too_long: 'Не более %{days} дней до последнего дня',
    account_unknown: 'По этому счёту нет данных',
  },
  errors: {
    period_closed: 'Период закрыт. Укажите дату открытого периода или откройте период заново.',
    books_closed_already: 'Период уже закрыт по эту дату.',
    books_not_closed: 'Эти дни не закрыты.',
    close_items_open:
      'Остались нерешённые вопросы. Устраните их или укажите, почему период закрывается с ними.',
  },
  action_name: { books: { closed: 'Период закрыт', reopened: 'Период открыт заново' } },
  object_name: { books: 'учёт' },
  sentence: { books: { closed: '%{who}: закрыт период', reopened: '%{who}: период открыт заново' } },
  act_name: { books: { close: 'Закрыть период', reopen: 'Открыть закрытый период' } },
  act_noun: { books: { close: 'Закрытие периода', reopen: 'Открытие закрытого периода' } },
}
