import { values } from '../../contract/words/values.ru.ts'
import type { en } from './messages.en.ts'

export const ru: typeof en = {
  menu: {
    audit: 'Журнал действий',
  },
  audit: {
    intact: 'Цел',
    not_intact: 'Нарушен',
    verification: 'Цел ли журнал?',
    title: 'Журнал действий',
    empty_title: 'Записей пока нет',
    columns: {
      seq: '№',
      at: 'Время',
      actor: 'Пользователь',
      action: 'Действие',
      object: 'Объект',
      organization: 'Организация',
      outcome: 'Результат',
    },
    filter_action: 'Действие',
    filter_person: 'Сотрудник',
    filter_organization: 'Организация',
    filter_outcome: 'Результат',
    export_chain: 'Цепочка хешей (NDJSON)',
    verified: 'Цепочка цела, %{from}–%{to}',
    broken: 'Цепочка нарушена: запись %{seq}',
    verifying: 'Проверяем цепочку',
    verify_help: 'Хеши последних записей (%{rows}) сходятся; подписанных контрольных точек: %{checked}.',
    signed_late: 'Контрольных точек, подписанных позже чем через час после записи: %{late}.',
    verify_again: 'Проверить снова',
    whole_never:
      'Сервис ещё не сверял журнал целиком. Сверка выполняется после каждого запуска и раз в сутки.',
    whole_vault_sealed: 'Журнал целиком не сверяется: хранилище запечатано.',
    whole_ok:
      'Сверка всего журнала с базой данных %{at}: расхождений нет. Записей: %{rows}, контрольных точек: %{checkpoints}.',
    whole_wrong: 'Сверка всего журнала с базой данных %{at} выявила расхождения.',
    whole_more: 'Ещё расхождений: %{count}.',
    details: 'Подробности',
    row: 'Запись %{seq}',
    address: 'Адрес',
    session: 'Сеанс',
    request: 'Запрос',
    hash: 'Хеш',
    previous_hash: 'Хеш предыдущей записи',
    values: {
      field: 'Поле',
      before: 'Было',
      after: 'Стало',
      none: 'пусто',
      erased: 'Значения удалены.',
      sealed: 'Значения недоступны: хранилище запечатано.',
      withheld: 'У вашей роли нет доступа к этому объекту, поэтому значения не показаны.',
      unreadable: 'Значения отсутствуют или были изменены.',
    },
  },
  outcome: values.outcome,
  actor_kind: {
    administrator: 'администратор',
    api_key: 'ключ',
    service: 'сервис',
    cli: 'командная строка',
    anonymous: 'неизвестно',
  },
  action_name: {
    list: {
      exported: 'Выгружен список',
    },
    access: {
      denied: 'Отказ в доступе',
    },
    audit: {
      exported: 'Выгружен журнал',
      values_erased: 'Удалены записанные значения',
      verification_failed: 'Выявлены расхождения в журнале',
    },
    backup: {
      created: 'Создана резервная копия',
      restored: 'Восстановлено из резервной копии',
    },
    books: {
      exported: 'Выгружены проводки',
    },
    rollback: { accepted: 'Принят возврат базы данных к прежнему состоянию' },
    vault: {
      slot_added: 'Добавлен слот хранилища',
      slot_removed: 'Удалён слот хранилища',
      drilled: 'Проверен слот хранилища',
      key_rotated: 'Сменён ключ хранилища',
      key_destroyed: 'Уничтожен ключ хранилища, которым больше ничего не зашифровано',
      root_rotated: 'Сменён корневой ключ хранилища',
    },
  },
  sentence: {
    access: { denied: '%{who}: отказано в доступе' },
    audit: {
      exported: 'Выгружен журнал действий · %{who}',
      values_erased: 'Удалены записанные значения, %{organization} · %{who}',
      verification_failed: '%{who}: журнал действий расходится с базой данных',
    },
    backup: {
      created: 'Создана резервная копия · %{who}',
      restored: 'Восстановлены данные из резервной копии · %{who}',
    },
    books: { exported: 'Выгружены бухгалтерские книги · %{who}' },
    list: { exported: 'Выгружен список в %{format}: %{list} · %{who}' },
    rollback: { accepted: 'Принят возврат базы данных к прежнему состоянию · %{who}' },
    vault: {
      drilled: 'Проверен слот хранилища · %{who}',
      key_destroyed: 'Уничтожен ключ хранилища, которым больше ничего не зашифровано · %{who}',
      key_rotated: 'Сменён ключ хранилища · %{who}',
      root_rotated: 'Сменён корневой ключ хранилища · %{who}',
      slot_added: 'Добавлен слот хранилища · %{who}',
      slot_removed: 'Удалён слот хранилища · %{who}',
    },
  },
}
