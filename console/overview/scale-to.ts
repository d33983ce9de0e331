/** The top of an axis that shows values up to this one, and the distance of its lines: 1, 2 or 5 and zeros, at most five of them. */
export function scaleTo(most: number): { top: number; step: number } {
  if (!(most > 0)) return { top: 1, step: 1 }
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  return { top: Math.ceil(most / step) * step, step }
}
