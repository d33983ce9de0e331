import { FoundingNotice } from './founding-notice.tsx'
import { LinkHalfDialog } from './link-half.tsx'
import { ReadyNotice } from './ready-notice.tsx'

/** What the current administrator is asked for, or may do now. */
export function ControlNotices() {
  return (
    <>
      <FoundingNotice />
      <ReadyNotice />
      <LinkHalfDialog />
    </>
  )
}
