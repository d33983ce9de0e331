import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Layout as AdminLayout, I18nContext, Loading, useI18nProvider } from 'react-admin'
import { whenWhole } from '../i18n/i18n-provider.ts'
import { rowHeight, rowSpace, useDensity } from '../shared/lists/density.ts'
import { AppBar } from './app-bar.tsx'
import { ConfirmationDialog } from './confirmation-dialog.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { Menu } from './menu.tsx'
import { Notices } from './notices.tsx'
import { PrintFrame } from './print-frame.tsx'
import { SecondFactorGate } from './second-factor-gate.tsx'
import { SessionExpired } from './session-expired.tsx'
import { SessionWatch } from './session-watch.tsx'
import { Sidebar } from './sidebar.tsx'
import { UndoBar } from './undo-bar.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { usePageFromTop } from './use-page-from-top.ts'

export function Layout({ children }: { children: ReactNode }) {
  const [density] = useDensity()
  usePageFromTop()
  const i18nProvider = useI18nProvider()
  const [texts, setTexts] = useState(i18nProvider)
  // With all texts there, what was drawn without some of them is drawn again.
  useEffect(() => whenWhole(() => setTexts({ ...i18nProvider })), [i18nProvider])
  return (
    <I18nContext value={texts}>
      <SecondFactorGate>
        <UnsavedGuard>
          <AdminLayout
            appBar={AppBar}
            menu={Menu}
            sidebar={Sidebar}
            // Wide content scrolls by itself; the page does not scroll horizontally.
            sx={{
              minWidth: 0,
              '--row-space': rowSpace[density],
              '--row-height': rowHeight[density],
              '& .RaLayout-appFrame, & .RaLayout-contentWithSidebar': { minWidth: 0 },
              '& .RaLayout-content': { px: { xs: 1.5, sm: 3 }, minWidth: 0 },
              '& .RaLayout-appFrame': { mt: { xs: 7, sm: 6 } },
            }}
          >
            <SessionWatch />
            <PrintFrame />
            <LiveUpdates />
            <ConnectionBanner />
            <Notices />
            <Suspense fallback={<Loading />}>{children}</Suspense>
            <UndoBar />
            <ConfirmationDialog />
            <SessionExpired />
          </AdminLayout>
        </UnsavedGuard>
      </SecondFactorGate>
    </I18nContext>
  )
}
