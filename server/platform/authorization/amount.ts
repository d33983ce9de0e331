export interface Amount {
  currency: string
  value: string
  /**
   * Of what only goes along with the act, such as the fee of a token, which is paid in another coin: rules that do not name
   * the coin leave it out up to this, and above it the act is refused. Without it, what a rule does not name is above its bounds.
   */
  unnamedUpTo?: string
}
