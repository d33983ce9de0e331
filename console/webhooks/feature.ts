import WebhookIcon from '@mui/icons-material/WebhookOutlined'
import { webhookDeliveryList } from '../../contract/lists/webhook-deliveries.ts'
import * as operations from '../../contract/operations/events/webhooks.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const webhooks: Feature = {
  resources: {
    webhooks: resource({
      param: 'webhook_id',
      list: operations.listWebhooks,
      read: operations.readWebhook,
      hasWholeRows: true,
      create: operations.createWebhook,
      update: operations.updateWebhook,
      remove: operations.deleteWebhook,
      pages: {
        list: lazyPage(() => import('./webhook-list.tsx')),
        show: lazyPage(() => import('./webhook-show.tsx')),
      },
    }),
    'webhook-deliveries': resource({
      param: 'delivery_id',
      list: webhookDeliveryList.read,
      pages: { list: lazyPage(() => import('./deliveries-page.tsx')) },
    }),
  },
  menu: [
    {
      to: '/webhooks',
      name: 'webhooks',
      icon: WebhookIcon,
      group: 'administration',
      permission: 'webhooks:manage',
    },
  ],
}
