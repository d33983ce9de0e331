import { collect } from '../declarations/all.ts'
import type { DeclaredAct } from '../declarations/feature.ts'
import type { Permission } from './roles.ts'

export { type Separation, separations } from '../declarations/feature.ts'

/** What an act is that declares nothing else. */
const plain = {
  maxAge: 15 * 60,
  byKeys: false,
  separations: [],
  hasAmount: false,
  removesEntries: false,
  hasOrganization: false,
  isClosure: false,
  isRepeatable: false,
  makesLink: false,
}

/** All sensitive acts. Operations declare which act they are, and a policy has rules on acts. */
const declared = collect('acts')
export type Act = keyof typeof declared
export const actNames = Object.keys(declared) as Act[]

export function definitionOf(act: Act): Required<DeclaredAct> & { permission: Permission } {
  return { ...plain, ...declared[act] }
}

/** Acts that need an approval as soon as any rule asks for two people. */
export const closureActs = actNames.filter((act) => definitionOf(act).isClosure)
