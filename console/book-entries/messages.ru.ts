import type { en } from './messages.en.ts'

export const ru: typeof en = {
  faults: {
    book_account_unknown: 'По этому счёту нельзя сделать проводку вручную',
    book_commodity: 'Такой валюты или актива нет, или счёт ведётся в другой валюте',
    entry_amount_zero: 'Сумма не может быть нулевой',
    entry_unbalanced: 'Дебет и кредит не сходятся: разница %{sum} %{commodity}',
    client_not_named: 'Это счёт клиента. Укажите клиента проводки',
    entry_organization_not_found: 'Такой организации нет',
  },
  errors: {
    entry_not_found: 'Такой проводки нет.',
    entry_reversed: 'Эта проводка уже сторнирована.',
  },
  action_name: { book_entry: { posted: 'Проводка сделана вручную', reversed: 'Проводка сторнирована' } },
  object_name: { book_entry: 'ручная проводка' },
  sentence: {
    book_entry: {
      posted: '%{who}: сделана ручная проводка',
      reversed: '%{who}: ручная проводка сторнирована',
    },
  },
  act_name: { books: { post: 'Сделать проводку вручную' } },
  act_noun: { books: { post: 'Ручная проводка' } },
}
