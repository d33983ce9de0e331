import type { en } from './messages.en.ts'

export const ru: typeof en = {
  menu: {
    approvals: 'Согласования',
  },
  act_name: {
    wallet: { reveal: 'Показ секретов' },
    administrator: {
      create: 'Создание администратора',
      change_role: 'Смена роли',
      enable: 'Включение администратора',
      reset: 'Сброс доступа администратора',
    },
    api_key: { create: 'Создание API-ключа' },
    webhook: { save: 'Создание или изменение вебхука' },
    request: { approve: 'Одобрение заявки' },
    document: { review: 'Проверка документа' },
    organization: { decide_kyb: 'Решение по KYB' },
    policy: { change: 'Изменение политики' },
  },
  approval_status: {
    waiting: 'Ожидает',
    approved: 'Согласовано',
    refused: 'Отказано',
    expired: 'Истекло',
    used: 'Исполнено',
    withdrawn: 'Отозвано',
    stale: 'Устарело',
  },
  ineligible: {
    asker: 'Запрос ваш: решают другие.',
    api_key: 'Голосуют только люди.',
    disabled: 'Ваша учётная запись отключена.',
    role: 'Нужны голоса других ролей.',
    too_new: 'Ваша роль или данные для входа изменились менее 24 часов назад.',
    lineage: 'Ваша учётная запись связана с тем, кто запросил.',
  },
  errors: {
    four_eyes: 'Это должен сделать другой сотрудник: предыдущий шаг выполнили вы.',
    approval_required: 'Сначала это должны согласовать другие. Запрос отправлен.',
    limit_exceeded: 'Превышен лимит за 24 часа.',
    not_eligible: 'Вы не можете голосовать по этому запросу.',
    approval_not_found: 'Такого согласования нет.',
    approval_closed: 'Согласование уже закрыто.',
    already_voted: 'Вы уже проголосовали.',
    approval_stale: 'Согласованное с тех пор изменилось. Запросите заново.',
    policy_unsatisfiable: 'Без этого администратора требования политики некому выполнить.',
  },
  faults: {
    currency_code: 'Укажите код валюты, например RUB.',
    from_required: 'Укажите роли тех, кто согласует.',
    not_separable: 'Для этого действия такое разделение невозможно.',
    act_without_amount: 'У этого действия нет суммы.',
    limit_without_bound: 'Укажите количество или сумму.',
    not_enough_people: 'Сейчас администраторов для этого правила недостаточно.',
    policy_not_closed: 'Если правило требует двух человек, согласование нужно и здесь: %{act}.',
    percent_encoding: 'Причина слишком длинная.',
  },
  action_name: {
    secret_approval: {
      requested: 'Запрошен доступ к секретам',
      granted: 'Разрешён доступ к секретам',
      refused: 'Отказано в доступе к секретам',
    },
    approval: {
      asked: 'Запрошено согласование',
      voted: 'Голос по согласованию',
      approved: 'Действие согласовано',
      refused: 'В согласовании отказано',
      withdrawn: 'Согласование отозвано',
      used: 'Согласование использовано',
    },
    policy: {
      changed: 'Изменена политика',
    },
  },
  object_name: {
    secret_approval: 'доступ к секретам',
    approval: 'согласование',
    policy: 'политика',
  },
}
