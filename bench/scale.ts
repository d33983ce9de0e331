/**
 * `smoke` is the smallest size: whether a benchmark still runs on rows that the service writes. Its figures mean nothing.
 * It reaches the processes of a benchmark by the environment.
 */
export const scales = ['smoke', 'small', 'full'] as const
export type Scale = (typeof scales)[number]

/** The size of something that is the same at every other scale. */
export function sized<T>(smoke: T, otherwise: T): T {
  return process.env.KONTOR_BENCH_SCALE === 'smoke' ? smoke : otherwise
}
