import type { en } from './messages.en.ts'

export const ru: typeof en = {
  faults: {
    company_inn_length: 'В ИНН юридического лица 10 цифр',
    only_of_person: 'Заполняется только для физического лица',
    only_of_owner: 'Заполняется только для владельца',
    shares_exceed: 'Сумма долей больше 100 %: не распределено %{left} %',
    parent_not_found: 'Среди лиц организации нет такого юридического лица',
    parent_cycle: 'Цепочка владения замыкается сама на себя',
    parent_depth: 'В цепочке владения не более %{most} звеньев',
  },
  errors: {
    person_not_found: 'Такого лица нет.',
    identity_document_not_found: 'Документ, удостоверяющий личность, не указан.',
    too_many_people: 'У организации уже %{most} лиц — больше добавить нельзя.',
    person_in_use: 'Через это юридическое лицо организацией владеют другие лица. Сначала удалите их.',
  },
  action_name: {
    person: {
      created: 'Добавлено лицо организации',
      updated: 'Изменены данные лица организации',
      deleted: 'Удалено лицо организации',
      identity_document_read: 'Просмотрен документ, удостоверяющий личность',
    },
  },
  object_name: { person: 'лицо организации' },
}
