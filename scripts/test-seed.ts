/** The seed of all random choices of a run, as the setting that makes them again. */
export function testSeed(script: string): { KONTOR_TEST_SEED: string } {
  const seed = process.env.KONTOR_TEST_SEED ?? String(Math.floor(Math.random() * 1_000_000))
  console.log(`Random choices of seed ${seed}: KONTOR_TEST_SEED=${seed} npm run ${script} makes them again.`)
  return { KONTOR_TEST_SEED: seed }
}
