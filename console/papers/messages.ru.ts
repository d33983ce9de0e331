import type { en } from './messages.en.ts'

export const ru: typeof en = {
  menu: {
    companies: 'Наши компании',
  },
  companies: {
    title: 'Наши компании',
    new: 'Новая компания',
    edit_title: 'Изменение: %{name}',
    created: 'Компания добавлена.',
    saved: 'Сохранено. Выставленные документы не меняются.',
    empty_title: 'Компаний пока нет',
    empty_help: 'Добавьте компанию, которая выставляет счета и акты, и её банковские счета.',
    empty_reader: 'Компанию, которая выставляет счета и акты, добавляет владелец.',
    active: 'Выставляет новые документы',
    columns: {
      name: 'Наименование',
      accounts: 'Расчётные счета',
      state: 'Состояние',
    },
    section: {
      identity: 'Компания',
      signatures: 'Подписи',
      accounts: 'Расчётные счета',
    },
    accounts_help: 'В счёте на оплату указывается счёт в его валюте: первый, если не выбран другой.',
    account: 'Счёт %{number}',
    add_account: 'Добавить счёт',
    remove_account: 'Убрать счёт',
  },
  company_state: {
    active: 'Действует',
    inactive: 'Не действует',
  },
  company_fields: {
    director_name: 'Подписывает',
    director_post: 'Должность',
    accountant: 'Главный бухгалтер',
    active: 'Состояние',
    bank_accounts: 'Расчётные счета',
  },
  papers: {
    title: 'Счета и акты',
    issue: 'Выставить счёт или акт',
    issue_title: 'Выставить счёт или акт',
    issued: 'Выставлен документ: %{name}.',
    empty: 'Счетов и актов пока нет.',
    not_yet: 'Счёт выставляется, пока ожидается оплата, акт — после отправки.',
    kind: 'Документ',
    company: 'Компания',
    language: 'Язык',
    account: 'Счёт для оплаты',
    no_company: 'Нет действующей компании. Сначала её добавляет владелец.',
    no_account: 'У компании нет счёта в валюте %{currency}.',
    download: 'Скачать',
    rendering: 'PDF формируется.',
    void: 'Аннулировать',
    void_title: 'Аннулировать: %{name}',
    void_help: 'Номер больше не используется, файл сохраняется.',
    voided: 'Аннулирован',
    voided_because: 'Аннулирован (%{who}): %{reason}',
    was_voided: 'Аннулирован документ: %{name}.',
    reason: 'Причина',
  },
  paper_kind: {
    invoice: 'Счёт',
    act: 'Акт',
  },
  paper_language: {
    ru: 'Русский',
    en: 'Английский',
  },
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
      issued: 'Выставлен счёт или акт',
      rendered: 'Сформирован PDF счёта или акта',
      voided: 'Аннулирован счёт или акт',
    },
  },
  object_name: {
    desk_company: 'компания',
    paper: 'документ',
  },
}
