import type { Installation } from './installation.ts'
import type { Recipe } from './recipe.ts'
import { recipesOfBooks } from './recipes-of-books.ts'
import { recipesOfCoins } from './recipes-of-coins.ts'
import { recipesOfPeople } from './recipes-of-people.ts'
import { recipesOfPermissions } from './recipes-of-permissions.ts'

/** Those of permissions are first: of the founders, everybody has to confirm. */
export function recipesOf(installation: Installation): Recipe[] {
  const all = [...recipesOfPermissions, ...recipesOfPeople, ...recipesOfCoins, ...recipesOfBooks]
  return all.map((recipe) => recipe(installation))
}
