import type { en } from './messages.en.ts'

export const ru: typeof en = {
  faults: {
    company_not_found: 'Нет такой действующей компании',
    account_not_of_company: 'У компании нет такого счёта в валюте заявки',
  },
  errors: {
    desk_company_not_found: 'Такой компании нет.',
    paper_not_found: 'Такого документа нет.',
    paper_not_allowed: 'В этом статусе заявки такой документ не выставляют.',
    paper_voided: 'Документ уже аннулирован по другой причине.',
    paper_rendering: 'PDF ещё формируется. Повторите через несколько секунд.',
  },
  duplicates: {
    desk_company_inn: 'Компания с таким ИНН уже есть.',
  },
  action_name: {
    desk_company: {
      created: 'Добавлена компания',
      updated: 'Изменена компания',
    },
    paper: {
      issued: 'Выставлен документ',
      rendered: 'Сформирован PDF документа',
      voided: 'Аннулирован документ',
    },
  },
  object_name: {
    desk_company: 'компания',
    paper: 'документ',
  },
}
