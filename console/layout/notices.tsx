import { use } from 'react'
import { FeaturesContext } from '../shared/pages/features-context.ts'

/** What features have to say above every page. */
export function Notices() {
  return use(FeaturesContext).map(({ notice: Notice }, index) =>
    // The features and their order never change.
    Notice ? <Notice key={String(index)} /> : null,
  )
}
