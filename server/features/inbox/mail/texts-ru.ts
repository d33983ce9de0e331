import type { QueueName } from '../../../../contract/work/work.ts'
import type { MailTexts } from './mail-texts.ts'

const queues: Record<QueueName, string> = {
  approvals: 'Согласования',
  documents: 'Документы на проверке',
  kyb: 'KYB на рассмотрении',
  hits: 'Совпадения с перечнями',
  requests: 'Заявки в работе',
  payments: 'Невыясненные платежи',
  statements: 'Расхождения между выписками',
  'chain-lines': 'Несопоставленные операции в сетях',
  credits: 'Средства без заявки',
  quotes: 'Котировки с истекающим сроком',
  'expiring-documents': 'Документы с истекающим сроком',
  exceptions: 'Исполненные заявки со сторно',
  payers: 'Платежи без плательщика',
  'new-organizations': 'Новые организации',
}

const security: Record<string, string> = {
  'secret.read': 'Раскрыты секреты организации',
  'administrator.reset': 'Сброшен доступ администратора',
  'policy.changed': 'Изменена политика',
  'signing.stopped': 'Подписание транзакций остановлено',
  'signing.started': 'Подписание транзакций возобновлено',
  'audit.verification_failed': 'Журнал действий расходится с базой данных',
  'audit.register_begun': 'Узел запущен без своего реестра и принимает то, что подтверждает база данных',
  'proof.failed': 'База данных изменена в обход сервиса: такие записи не использованы',
}

function mentioned(type: string, number: unknown): string {
  if (type === 'purchase_request') return `Вас упомянули в комментарии к заявке ${number}`
  return `Вас упомянули в комментарии к ${type === 'document' ? 'документу' : 'организации'}`
}

export const textsRu: MailTexts = {
  notice({ kind, details, subject }) {
    switch (kind) {
      case 'mention':
        return mentioned(subject.type, details.number)
      case 'assignment':
        return `Вам назначена заявка ${details.number}`
      case 'approval':
        return 'Ожидается ваше согласование'
      case 'overdue':
        if (subject.type === 'purchase_request') return `Просрочена заявка ${details.number}`
        if (subject.type === 'approval') return 'Просрочено согласование, которое ожидает вас'
        return `Просрочено: «${queues[subject.id as QueueName]}»`
      case 'expiring':
        return `Скоро истекают документы: ${details.count}`
      case 'security':
        return security[String(details.event)] ?? 'Выполнено действие, важное для безопасности'
    }
  },
  digest: {
    subject: 'Что ожидает вас сегодня',
    opening: 'Вас ожидают:',
    unread: (count) => `Непрочитанные уведомления: ${count}`,
  },
  queue: (queue, total, overdue) =>
    `${queues[queue]}: ${total}${overdue > 0 ? `, просрочено: ${overdue}` : ''}`,
  link: {
    subject: 'Задайте пароль учётной записи',
    text: 'По этой ссылке вы задаёте пароль своей учётной записи: один раз, в течение 24 часов. Это только половина: понадобится ещё код, который вам лично или по телефону сообщит коллега, согласовавший учётную запись.',
  },
  footer: 'Какие письма получать, можно выбрать в разделе «Мой профиль»:',
}
